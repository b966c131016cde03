import { mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ChainHead } from './chain-heads.ts';
import { replaceFile, syncFolder, withFile } from './replace-file.ts';
import { thinHeads } from './thin-heads.ts';

/** The file of heads is missing, so it cannot be checked whether the books were set back. */
export class NoHeads extends Error {}

const NAME = 'chain-heads.log';
/** The file of heads of a data folder; null without a folder. */
export const headFileOf = ({ dataDir }: { dataDir: string | null }): string | null =>
  dataDir === null ? null : join(dataDir, NAME);

/** What the log says of a head. A log is as good as a file of heads if it has one for each seal. */
export const HEAD_LOGGED = 'the head of the audit chain';

/** Longer than any line with a head, in a file or in a log. */
const LINE_BYTES = 384;
const LINE = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) (\d{1,15}) ([0-9a-f]{64})$/;
/** A longer file is thinned. This is twice the most that is kept, so thinning is rare. */
const MOST_BYTES = 400_000;

export const headLine = ({ at, auditId, hash }: ChainHead): string =>
  `${at.toISOString()} ${auditId} ${hash}\n`;

/**
 * The last heads of a file or of a saved log, oldest first; empty if there is no file. Other lines, and one that a crash has
 * cut off, are left out.
 *
 * @throws NoHeads if the path is a folder or the like instead of a file
 */
export async function readChainHeads(file: string, most: number): Promise<ChainHead[]> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (found === null) return [];
  if (!found.isFile()) throw new NoHeads(noFileSentence(file));
  return withFile(file, 'r', async (handle) => {
    const { size } = await handle.stat();
    // Some lines more, because the first may begin before the part that is read, and others may be cut off.
    const length = Math.min(size, (most + 4) * LINE_BYTES);
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length);
    const heads = buffer
      .toString()
      .split('\n')
      .flatMap((line) => headOf(line) ?? []);
    return heads.slice(-most);
  });
}

function headOf(line: string): ChainHead | null {
  const [, at, auditId, hash] = LINE.exec(line) ?? LINE.exec(loggedIn(line)) ?? [];
  return at === undefined || hash === undefined ? null : { at: new Date(at), auditId: Number(auditId), hash };
}

/** A logged head as a file of heads has it; empty if the line is another one. What collects logs may put words before it. */
function loggedIn(line: string): string {
  if (!line.includes(HEAD_LOGGED)) return '';
  try {
    const { at, auditId, hash } = JSON.parse(line.slice(line.indexOf('{')));
    return `${at} ${auditId} ${hash}`;
  } catch {
    return '';
  }
}

/** Appends a head to the file. It is on the disk when this resolves. */
export async function appendHead(file: string, head: ChainHead): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const size = await withFile(file, 'a+', async (handle) => {
    const before = await handle.stat();
    const last = before.size - 1;
    const isCut = last >= 0 && (await handle.read(Buffer.alloc(1), 0, 1, last)).buffer[0] !== 10;
    // A line that a crash has cut off is ended first: otherwise this head could not be read either.
    await handle.write(`${isCut ? '\n' : ''}${headLine(head)}`);
    await handle.sync();
    return before.size;
  });
  if (size === 0) await syncFolder(dirname(file));
  if (size > MOST_BYTES) await thinFile(file);
}

async function thinFile(file: string): Promise<void> {
  const heads = thinHeads(await readChainHeads(file, Number.MAX_SAFE_INTEGER));
  await replaceFile(file, heads.map(headLine).join(''));
}

const SO_NOTHING_SAYS =
  'So nothing says whether the database was restored to an earlier time: bets, payments and results may be missing from it. The books are as they were.';
const ACCEPT =
  'if there is none, "npm run tally -- accept-rewind --reason ..." notes this in the audit and goes on with the books as they are';

const noFileSentence = (file: string): string =>
  `${file} is no file, and the heads of the audit are kept in one. ${SO_NOTHING_SAYS} Move it away and put the newest copy of the file in its place; ${ACCEPT}`;

/** What it means if books have seals and the file has no heads, and what to do. */
export const noHeadsSentence = (file: string): string =>
  `${file} is missing or names no head of the audit, though one is written into it with each seal. ${SO_NOTHING_SAYS} Put the newest copy of the file back; ${ACCEPT}`;

/** The same for books in PostgreSQL, which a server with a new data folder may join. */
export const newHeadsSentence = (file: string): string =>
  `${file} is missing or names no head of the audit, so this start cannot tell whether the database was restored to an earlier time, which would lack bets, payments and results. Where this data folder is new, that is as it should be; where it was in use, stop and put the newest copy of the file back`;

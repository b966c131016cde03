import { mkdir, open, realpath, rename, stat } from 'node:fs/promises';
import { platform } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { ChainHead } from './chain-heads.ts';
import { thinHeads } from './thin-heads.ts';

/** Nothing says whether the books were set back: the heads that were written down are not there. */
export class NoHeads extends Error {}

const NAME = 'chain-heads.log';
/** Where a process of this data folder writes the heads down. */
export const headFileOf = ({ dataDir }: { dataDir: string }): string => join(dataDir, NAME);

/** Longer than any line. */
const LINE_BYTES = 128;
const LINE = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) (\d{1,15}) ([0-9a-f]{64})$/;
/** The file is thinned when it is longer: twice what is kept of it at most, so that it takes many heads until the next time. */
const MOST_BYTES = 400_000;

export const headLine = ({ at, auditId, hash }: ChainHead): string =>
  `${at.toISOString()} ${auditId} ${hash}\n`;

/**
 * The last heads of a file, oldest first; none without a file. A line that a crash has cut off is left out.
 *
 * @throws NoHeads where there is no file but a folder or the like
 */
export async function readChainHeads(file: string, most: number): Promise<ChainHead[]> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (found === null) return [];
  if (!found.isFile()) throw new NoHeads(noFileSentence(file));
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    // A few lines more, of which one may begin before the part that is read and others may be cut off.
    const length = Math.min(size, (most + 4) * LINE_BYTES);
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length);
    const heads = buffer
      .toString()
      .split('\n')
      .flatMap((line) => {
        const [, at, auditId, hash] = LINE.exec(line) ?? [];
        return at === undefined || hash === undefined
          ? []
          : [{ at: new Date(at), auditId: Number(auditId), hash }];
      });
    return heads.slice(-most);
  } finally {
    await handle.close();
  }
}

/** Writes a head down behind the others. It is on the disk when this resolves. */
export async function appendHead(file: string, head: ChainHead): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const handle = await open(file, 'a+');
  let size: number;
  try {
    ({ size } = await handle.stat());
    const isCut = size > 0 && (await handle.read(Buffer.alloc(1), 0, 1, size - 1)).buffer[0] !== 10;
    // What a crash has cut off gets a line of its own: together with it, this head could not be read either.
    await handle.write(`${isCut ? '\n' : ''}${headLine(head)}`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  if (size === 0) await syncFolder(dirname(file));
  if (size > MOST_BYTES) await thinFile(file);
}

/** The file is whole at every moment: the thinned one takes the place of the other once all of it is on the disk. */
async function thinFile(file: string): Promise<void> {
  // It may be a link to another disk, which stays one.
  const path = await realpath(file);
  const heads = thinHeads(await readChainHeads(path, Number.MAX_SAFE_INTEGER));
  const draft = join(dirname(path), `${basename(path)}.unfinished`);
  const handle = await open(draft, 'w');
  try {
    await handle.writeFile(heads.map(headLine).join(''));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, path);
  await syncFolder(dirname(path));
}

/** A new name in a folder is on the disk once the folder is. Windows lets no program sync a folder, and needs none to. */
async function syncFolder(folder: string): Promise<void> {
  if (platform() === 'win32') return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const SO_NOTHING_SAYS =
  'So nothing says whether the database was restored to an earlier time: bets, payments and results may be missing from it. The books are as they were.';
const ACCEPT =
  'if there is none, "npm run tally -- accept-rewind --reason ..." notes this in the audit and goes on with the books as they are';

const noFileSentence = (file: string): string =>
  `${file} is no file, and the heads of the audit are kept in one. ${SO_NOTHING_SAYS} Move it away and put the newest copy of the file in its place; ${ACCEPT}`;

/** What it means where a file has no heads of books that do have seals, and what to do. */
export const noHeadsSentence = (file: string): string =>
  `${file} is missing or names no head of the audit, though one is written into it with each seal. ${SO_NOTHING_SAYS} Put the newest copy of the file back; ${ACCEPT}`;

/** The same of books in PostgreSQL, which a server with a new data folder may join. */
export const newHeadsSentence = (file: string): string =>
  `${file} is missing or names no head of the audit, so this start cannot tell whether the database was restored to an earlier time, which would lack bets, payments and results. Where this data folder is new, that is as it should be; where it was in use, stop and put the newest copy of the file back`;

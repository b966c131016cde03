import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { col, type Row } from '../db/rows.ts';
import { replaceFile } from './replace-file.ts';
import { ESCROW, OUTCOME } from './sums.ts';
import type { VerifiedState } from './verified-state.ts';

/** A file can't be used as a verified state, or must not be replaced by one. */
export class BadState extends Error {}

const WHAT = 'tallystone verified state';
/** Rises when a state has other parts. */
const FORMAT = 1;

const AUDIT_ROW = col.object({ id: col.text, hash: col.text });

const HEAD = col.object({
  what: col.text,
  format: col.number,
  seal: col.object({ id: col.text, entryId: col.text, root: col.text, audit: AUDIT_ROW, at: col.date }),
  latestAt: col.text,
  sealedAt: col.text,
});

/** Each line after the first has one of these. */
const PART = {
  balance: col.object({ id: col.text, account: col.text, balance: col.text }).orUndefined,
  market: col.text.orUndefined,
  escrow: col.object(ESCROW).orUndefined,
  outcome: col.object(OUTCOME).orUndefined,
  fact: AUDIT_ROW.orUndefined,
};
const readPart = col.object(PART);

/** Lines of JSON, and in the last line the SHA-256 of all before it. */
export function stateText(state: VerifiedState): string {
  const { latestAt, sealedAt } = state;
  const { id, entryId, root, audit, at } = state.seal;
  const seal = { id, entryId, root, audit, at };
  const head = { what: WHAT, format: FORMAT, seal, latestAt, sealedAt };
  const parts = [
    ...state.balances.map((balance) => ({ balance })),
    ...state.marketIds.map((market) => ({ market })),
    ...[...state.sums.escrows.values()].map((escrow) => ({ escrow })),
    ...[...state.sums.outcomes.values()].map((outcome) => ({ outcome })),
    ...state.facts.map((fact) => ({ fact })),
  ];
  // Sorted, so that two runs on the same books write the same file.
  const lines = [JSON.stringify(head), ...parts.map((part) => JSON.stringify(part)).sort()];
  const content = lines.map((line) => `${line}\n`).join('');
  return `${content}${sha256(content)}\n`;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * @returns the state, and the SHA-256 that its file ends with
 * @throws BadState if the file is missing, damaged, or no state that this version reads
 */
export async function readState(file: string): Promise<{ state: VerifiedState; sha256: string }> {
  const text = await readIfExists(file);
  if (text === null) throw new BadState(`--since needs a file that --save wrote, and there is no ${file}`);
  const end = text.trimEnd().lastIndexOf('\n') + 1;
  const [content, hash] = [text.slice(0, end), text.slice(end).trimEnd()];
  if (!isState(content))
    throw new BadState(`${file} is no verified state: --since needs a file that --save wrote`);
  if (sha256(content) !== hash) {
    throw new BadState(
      `${file} is damaged: its last line is not the SHA-256 of the others. Verify the books without --since`,
    );
  }
  const [first = '', ...lines] = content.trimEnd().split('\n');
  const { format, what: _, ...head } = HEAD(JSON.parse(first), file);
  if (format !== FORMAT) {
    throw new BadState(
      `${file} has the format ${format} of another version. Verify the books without --since`,
    );
  }
  return { state: { ...head, ...partsOf(lines, file) }, sha256: hash };
}

function partsOf(
  lines: readonly string[],
  file: string,
): Pick<VerifiedState, 'balances' | 'marketIds' | 'sums' | 'facts'> {
  const parts = lines.map((line) => readPart(JSON.parse(line), file));
  const all = <K extends keyof typeof PART>(kind: K) =>
    parts.flatMap((part) =>
      part[kind] === undefined ? [] : [part[kind] as NonNullable<Row<typeof PART>[K]>],
    );
  return {
    balances: all('balance'),
    marketIds: all('market'),
    sums: {
      escrows: new Map(all('escrow').map((each) => [each.market_id, each])),
      outcomes: new Map(all('outcome').map((each) => [each.outcome_id, each])),
    },
    facts: all('fact'),
  };
}

const isState = (content: string): boolean => content.startsWith(`{"what":"${WHAT}"`);

/** @throws BadState if the file exists and is something else */
export async function requireReplaceable(file: string): Promise<void> {
  const text = await readIfExists(file);
  if (text === null || isState(text)) return;
  throw new BadState(`${file} exists and is no verified state, so --save does not replace it`);
}

/**
 * Replaces the file. It is on the disk when this resolves.
 *
 * @returns the SHA-256 that the file ends with
 */
export async function writeState(file: string, state: VerifiedState): Promise<string> {
  const text = stateText(state);
  await replaceFile(file, text);
  return text.trimEnd().slice(text.trimEnd().lastIndexOf('\n') + 1);
}

async function readIfExists(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

import { csvLine } from '@tallystone/core/csv/csv-line';
import type { WireStatementRow } from '@tallystone/core/http-api/account';
import { callApi } from '../data/api-client.ts';
import { type TextKey, t } from '../texts/t-account.ts';
import { STATEMENT_WORDS } from './statement-words.ts';

/** The most entries in one response of the server. */
export const ENTRIES_PER_PAGE = 100;

const HEADER = [
  'statement.entry',
  'statement.fileAt',
  'statement.fileWhat',
  'statement.fileAmount',
  'statement.fileBalance',
  'statement.fileBets',
  'statement.fileBetIds',
] as const satisfies readonly TextKey[];

/** Every entry that touched the user's funds, newest first, read page by page. */
export async function readWholeStatement(): Promise<WireStatementRow[]> {
  const entries: WireStatementRow[] = [];
  for (;;) {
    const last = entries.at(-1);
    const page = await readStatement(last?.id ?? null);
    entries.push(...page);
    if (page.length < ENTRIES_PER_PAGE) return entries;
  }
}

/** One page of the statement. @param before id of the last entry already read; null for the first page */
export function readStatement(before: number | null): Promise<WireStatementRow[]> {
  return callApi('getStatement', { query: before === null ? {} : { before: String(before) } });
}

/** The statement as CSV (RFC 4180). */
export function statementCsv(rows: readonly WireStatementRow[]): string {
  const lines = rows.map((row) => [
    String(row.id),
    row.at,
    t(STATEMENT_WORDS[row.kind]),
    String(row.amount),
    String(row.balance),
    String(row.betCount),
    row.bets.map(({ betId }) => betId).join(' '),
  ]);
  return [HEADER.map((name) => t(name)), ...lines].map(csvLine).join('');
}

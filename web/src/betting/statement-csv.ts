import type { WireStatementRow } from '@tallystone/core/http-api/account';
import { callApi } from '../data/api-client.ts';
import { t } from '../texts/t-account.ts';
import { STATEMENT_WORDS } from './statement-words.ts';
import { type CsvColumns, tableCsv } from './table-csv.ts';

/** The most entries in one response of the server. */
export const ENTRIES_PER_PAGE = 100;

const COLUMNS: CsvColumns<WireStatementRow> = [
  ['statement.entry', ({ id }) => id],
  ['statement.fileAt', ({ at }) => at],
  ['statement.fileWhat', ({ kind }) => t(STATEMENT_WORDS[kind])],
  ['statement.fileAmount', ({ amount }) => amount],
  ['statement.fileBalance', ({ balance }) => balance],
  ['statement.fileBets', ({ betCount }) => betCount],
  ['statement.fileBetIds', ({ bets }) => bets.map(({ betId }) => betId).join(' ')],
];

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
  return tableCsv(COLUMNS, rows);
}

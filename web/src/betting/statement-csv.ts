import type { WireStatementRow } from '@tallystone/core/http-api/account';
import { callApi } from '../data/api-client.ts';
import { readPages } from '../data/read-pages.ts';
import { type TextKey, t } from '../texts/t-account.ts';
import { csvOf } from './csv-of.ts';

/** The most entries in one response of the server. */
export const ENTRIES_PER_PAGE = 100;

const KIND_WORDS = {
  'faucet-grant': 'statement.practiceMoney',
  bet: 'statement.stake',
  'cash-out': 'statement.cashOut',
  refund: 'statement.refund',
  settlement: 'statement.resultPaid',
  combo: 'statement.comboStake',
  'combo-end': 'statement.comboPaid',
  order: 'statement.stakeHeld',
  'order-end': 'statement.holdReleased',
  'stake-received': 'statement.stakeReceived',
  'payout-sent': 'statement.payoutSent',
} as const satisfies Record<WireStatementRow['kind'], TextKey>;

const COMBO_END_WORDS = {
  won: KIND_WORDS['combo-end'],
  void: 'statement.comboRefund',
  'cashed-out': 'statement.comboCashOut',
} as const satisfies Record<NonNullable<WireStatementRow['bets'][number]['result']>, TextKey>;

/** What an entry is, in the bettor's words. */
export function entryWords({ kind, bets: [first] }: WireStatementRow): string {
  return t(kind === 'combo-end' && first?.result ? COMBO_END_WORDS[first.result] : KIND_WORDS[kind]);
}

/** Every entry that touched the user's funds, newest first, read page by page. */
export const readWholeStatement = () =>
  readPages<WireStatementRow>(ENTRIES_PER_PAGE, (last) => readStatement(last?.id ?? null));

/** One page of the statement. @param before id of the last entry already read; null for the first page */
export function readStatement(before: number | null): Promise<WireStatementRow[]> {
  return callApi('getStatement', { query: before === null ? {} : { before: String(before) } });
}

/** The statement as CSV (RFC 4180). */
export const statementCsv = csvOf<WireStatementRow>([
  ['statement.entry', ({ id }) => id],
  ['statement.fileAt', ({ at }) => at],
  ['statement.fileWhat', entryWords],
  ['statement.fileAmount', ({ amount }) => amount],
  ['statement.fileBalance', ({ balance }) => balance],
  ['statement.fileBets', ({ betCount }) => betCount],
  ['statement.fileBetIds', ({ bets }) => bets.map(({ betId }) => betId).join(' ')],
]);

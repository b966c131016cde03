import type { WireBet } from '@tallystone/core/http-api/betting';
import { t } from '../texts/t-account.ts';
import { type CsvColumns, tableCsv } from './table-csv.ts';

const COLUMNS: CsvColumns<WireBet> = [
  ['history.fileBet', ({ id }) => id],
  ['history.filePlacedAt', ({ placedAt }) => placedAt],
  ['history.fileMarket', ({ market, marketId }) => market.title || t('history.marketById', { id: marketId })],
  ['history.category', ({ market }) => market.category],
  ['history.fileOutcome', ({ outcomeName }) => outcomeName],
  ['history.fileStake', ({ amount }) => amount],
  ['history.odds', ({ odds }) => odds],
  ['history.filePotentialWin', ({ potentialWin }) => potentialWin],
  ['history.fileTotalReturn', ({ totalReturn }) => totalReturn],
  ['history.fileStatus', ({ status }) => status],
  ['history.fileResult', ({ result }) => result],
  ['history.filePaid', ({ paid }) => paid],
  ['history.fileProfit', ({ profit }) => profit],
  ['history.fileEndedAt', ({ endedAt }) => endedAt],
  ['history.reference', ({ reference }) => reference],
  ['history.fileTransaction', ({ txHash }) => txHash],
];

/** The bets as CSV (RFC 4180): one row per bet, in the given order. */
export function betsCsv(bets: readonly WireBet[]): string {
  return tableCsv(COLUMNS, bets);
}

import type { WireBet } from '@tallystone/core/http-api/betting';
import { callApi } from '../data/api-client.ts';
import { readPages } from '../data/read-pages.ts';
import { t } from '../texts/t-account.ts';
import { csvOf } from './csv-of.ts';

/** The most bets in one response of the server. */
export const BETS_PER_PAGE = 500;

/** Every bet of the signed-in user, newest first, read page by page. */
export const readAllBets = () =>
  readPages<WireBet>(BETS_PER_PAGE, (last) =>
    callApi('listBets', { query: last ? { before: last.id } : {} }),
  );

/** The bets as CSV (RFC 4180): one row per bet, in the given order. */
export const betsCsv = csvOf<WireBet>([
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
  ['transaction.reference', ({ reference }) => reference],
  ['history.fileTransaction', ({ txHash }) => txHash],
  ['history.fileSoldStake', ({ sold }) => sold?.stake],
  ['history.fileSoldPaid', ({ sold }) => sold?.paid],
]);

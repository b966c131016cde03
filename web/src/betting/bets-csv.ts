import type { WireBet } from '@tallystone/core/http-api/betting';
import type { WireCombo } from '@tallystone/core/http-api/combos';
import { callApi } from '../data/api-client.ts';
import { callLater } from '../data/call-later.ts';
import { readPages } from '../data/read-pages.ts';
import { t } from '../texts/t-account.ts';
import { COMBOS_PER_PAGE } from './combos-query.ts';
import { csvOf } from './csv-of.ts';
import { isCombo, type Sold } from './sold.ts';

/** The most bets in one response of the server. */
export const BETS_PER_PAGE = 500;

/** Every bet and combo of the signed-in user, newest first, read page by page. */
export async function readAllBets(): Promise<Sold[]> {
  const [bets, combos] = await Promise.all([
    readPages<WireBet>(BETS_PER_PAGE, (last) =>
      callApi('listBets', { query: last ? { before: last.id } : {} }),
    ),
    readPages<WireCombo>(COMBOS_PER_PAGE, (last) =>
      callLater('listCombos', { query: last ? { before: last.id } : {} }),
    ),
  ]);
  const placedAt = (sold: Sold) => Date.parse(sold.placedAt);
  return [...bets, ...combos].sort((a, b) => placedAt(b) - placedAt(a));
}

/** The bets and combos as CSV (RFC 4180): one row for each, in the given order. */
export const betsCsv = csvOf<Sold>([
  ['history.fileBet', ({ id }) => id],
  ['history.filePlacedAt', ({ placedAt }) => placedAt],
  ['history.fileMarket', marketOf],
  ['history.category', categoryOf],
  ['history.fileOutcome', outcomeOf],
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
  // Combos have no transaction and are not sold in parts.
  ['history.fileTransaction', (sold) => (isCombo(sold) ? undefined : sold.txHash)],
  ['history.fileSoldStake', (sold) => (isCombo(sold) ? undefined : sold.sold?.stake)],
  ['history.fileSoldPaid', (sold) => (isCombo(sold) ? undefined : sold.sold?.paid)],
]);

function marketOf(sold: Sold): string {
  if (isCombo(sold)) return t('combos.title', { count: sold.legs.length });
  return sold.market.title || t('history.marketById', { id: sold.marketId });
}

/** Of a combo the categories of its selections, each once. */
function categoryOf(sold: Sold): string {
  if (!isCombo(sold)) return sold.market.category;
  return [...new Set(sold.legs.map(({ category }) => category))].join(' + ');
}

/** Of a combo all, joined as in the statement. */
function outcomeOf(sold: Sold): string {
  if (!isCombo(sold)) return sold.outcomeName;
  return sold.legs.map(({ outcomeName, outcomeId }) => outcomeName || outcomeId).join(' + ');
}

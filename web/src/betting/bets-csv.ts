import { csvLine } from '@tallystone/core/csv/csv-line';
import type { WireBet } from '@tallystone/core/http-api/betting';
import { type TextKey, t } from '../texts/t-account.ts';

const HEADER = [
  'history.fileBet',
  'history.filePlacedAt',
  'history.fileMarket',
  'history.category',
  'history.fileOutcome',
  'history.fileStake',
  'history.odds',
  'history.filePotentialWin',
  'history.fileTotalReturn',
  'history.fileStatus',
  'history.fileResult',
  'history.filePaid',
  'history.fileProfit',
  'history.fileEndedAt',
  'history.reference',
  'history.fileTransaction',
] as const satisfies readonly TextKey[];

/** The bets as CSV (RFC 4180): one row per bet, in the given order. */
export function betsCsv(bets: readonly WireBet[]): string {
  const rows = bets.map((bet) => [
    bet.id,
    bet.placedAt,
    bet.market.title || t('history.marketById', { id: bet.marketId }),
    bet.market.category,
    bet.outcomeName,
    String(bet.amount),
    String(bet.odds),
    String(bet.potentialWin),
    String(bet.totalReturn),
    bet.status,
    bet.result ?? '',
    String(bet.paid ?? ''),
    String(bet.profit ?? ''),
    bet.endedAt ?? '',
    bet.reference,
    bet.txHash ?? '',
  ]);
  return [HEADER.map((name) => t(name)), ...rows].map(csvLine).join('');
}

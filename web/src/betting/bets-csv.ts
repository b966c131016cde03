import { csvLine } from '@tallystone/core/csv/csv-line';
import type { WireBet } from '@tallystone/core/http-api';

const HEADER = [
  'Bet',
  'Placed at (UTC)',
  'Market',
  'Category',
  'Outcome',
  'Stake (USDC)',
  'Odds',
  'Potential win (USDC)',
  'Total return (USDC)',
  'Status',
  'Result',
  'Paid (USDC)',
  'Profit (USDC)',
  'Ended at (UTC)',
  'Reference',
  'Transaction hash',
];

/** The bets as a table for a spreadsheet (RFC 4180): one row each, in the order given. */
export function betsCsv(bets: readonly WireBet[]): string {
  const rows = bets.map((bet) => [
    bet.id,
    bet.placedAt,
    bet.market.title || `Market ${bet.marketId}`,
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
  return [HEADER, ...rows].map(csvLine).join('');
}

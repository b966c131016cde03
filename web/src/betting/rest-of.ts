import { partOfBet } from '@tallystone/core/betting/part-of-bet';
import { type Amounts, restOf, type Stake } from '@tallystone/core/betting/rest-of';
import type { WireBet } from '@tallystone/core/http-api/betting';
import { microUsdc } from '@tallystone/core/money/micro-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { addUsdc } from '../format/dollars.ts';
import { isOpen } from './bet-state.ts';

/** What a list shows of a bet, USDC: while it is open, what is; afterwards all that was staked. */
export function shownOf(
  bet: Amounts & Pick<WireBet, 'potentialWin' | 'status' | 'result'>,
): Stake & { potentialWin: number } {
  const { amount, totalReturn, potentialWin, sold } = bet;
  if (sold === undefined || !isOpen(bet)) return { stake: amount, totalReturn, potentialWin };
  const rest = restOf(bet);
  return { ...rest, potentialWin: addUsdc([rest.totalReturn, -rest.stake]) };
}

/** What the end of a bet paid, USDC: without what was paid for parts before. */
export const paidAtEnd = ({ paid = 0, sold }: Pick<WireBet, 'paid' | 'sold'>): number =>
  addUsdc([paid, -(sold?.paid ?? 0)]);

/** The stake of the parts that were sold between two states of a bet, and what was paid for them, USDC. */
export function soldSince(before: Amounts, { sold }: Amounts) {
  return {
    stake: addUsdc([sold?.stake ?? 0, -(before.sold?.stake ?? 0)]),
    paid: addUsdc([sold?.paid ?? 0, -(before.sold?.paid ?? 0)]),
  };
}

/** Divides what is open into a part with this stake, USDC, and what stays open. */
export function splitRest(rest: Stake, stake: number): { part: Stake; left: Stake } {
  const { payout } = partOfBet({ stake: micro(rest.stake), payout: micro(rest.totalReturn) }, micro(stake));
  const part = { stake, totalReturn: usdcToNumber(payout) };
  const left = {
    stake: addUsdc([rest.stake, -stake]),
    totalReturn: addUsdc([rest.totalReturn, -part.totalReturn]),
  };
  return { part, left };
}

// Amounts of the API have at most six decimals, so rounding only removes the floating-point error.
const micro = (amount: number) => microUsdc(BigInt(Math.round(amount * 1_000_000)));

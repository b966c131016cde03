import { MICRO, type MicroOdds, type MicroUsdc, microUsdc } from '../money/micro-usdc.ts';
import { mulDivDown } from '../money/mul-div.ts';

interface StakeAtOdds {
  /** Micro-USDC, above 0. */
  stake: MicroUsdc;
  /** Micro-odds, from 1_000_000 (1.00), which return only the stake. */
  odds: MicroOdds;
}

/**
 * What a winning bet returns: stake times odds, rounded down.
 * Stakes are whole cents and odds have two decimals, so for them the product is exact.
 *
 * @returns micro-USDC, stake included
 * @see docs/design/fixed-values.md#amounts-and-odds
 */
export function payoutOf({ stake, odds }: StakeAtOdds): MicroUsdc {
  return microUsdc(mulDivDown({ value: stake, times: odds, over: MICRO }));
}

/**
 * A winning bet's profit: payout minus stake.
 *
 * @returns micro-USDC, at least 0
 */
export function profitOf({ stake, odds }: StakeAtOdds): MicroUsdc {
  return microUsdc(payoutOf({ stake, odds }) - stake);
}

import { MICRO, type MicroUsdc } from '../money/micro-usdc.ts';

/**
 * The probability of its outcome that a bet needs at least to be worth an amount: no market gives more than the payout times the
 * probability. So bets whose amounts are out of reach are passed over without their value.
 *
 * @param amount micro-USDC, above 0
 * @param payout what the bet returns if it wins, micro-USDC, above 0
 * @returns millionths, rounded down
 */
export const reachPrice = ({ amount, payout }: { amount: MicroUsdc; payout: MicroUsdc }): number =>
  Number((amount * MICRO) / payout);

/** The probability of an outcome in the same unit, rounded up, so that no amount within reach is missed. */
export const priceReached = (probability: number): number => Math.ceil(probability * Number(MICRO)) + 1;

import { MICRO, type MicroUsdc, microUsdc } from '../money/micro-usdc.ts';

/** The least stake of a part that is sold, and of what stays open. So a bet ends in few parts. */
export const LEAST_PART = microUsdc(MICRO);

/** Why a part can't be sold: it, or what would be left, is smaller than `LEAST_PART`. */
export type PartProblem = 'too-small' | 'too-large';

/** Why no part of a bet is sold that could be cashed out as a whole. Each reason has its own sentence. */
export type NoPart =
  /** An automatic cash-out waits for all that is open. */
  | 'automatic'
  /** Another part was sold since this one was signed. */
  | 'changed';

/**
 * Checks the stake of a part that is to be sold.
 *
 * @param stake micro-USDC
 * @param of the open stake, micro-USDC
 * @returns null if the part can be sold
 */
export function partProblem(stake: MicroUsdc, of: MicroUsdc): PartProblem | null {
  if (stake < LEAST_PART) return 'too-small';
  return of - stake < LEAST_PART ? 'too-large' : null;
}

/**
 * The part of a bet with this stake, at the bet's odds.
 *
 * @param stake micro-USDC, in whole cents, above 0, at most the stake of the bet
 * @throws RangeError if the part wouldn't return whole micro-USDC
 */
export function partOfBet<B extends { readonly stake: MicroUsdc; readonly payout: MicroUsdc }>(
  bet: B,
  stake: MicroUsdc,
): B {
  if (stake <= 0n || stake > bet.stake) throw new RangeError(`${stake} isn't a part of ${bet.stake}`);
  const share = bet.payout * stake;
  if (share % bet.stake !== 0n) throw new RangeError(`${stake} of ${bet.stake} has no exact return`);
  return { ...bet, stake, payout: microUsdc(share / bet.stake) };
}

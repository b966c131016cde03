import { type MicroUsdc, microUsdc } from '../money/micro-usdc.ts';

/** What any book owes and has received, however it is priced. */
interface Owed {
  /** P: what is owed if the outcome wins, per outcome, micro-USDC. */
  readonly openReturns: readonly MicroUsdc[];
  /** R: stakes taken, micro-USDC. */
  readonly received: MicroUsdc;
}

/**
 * What must lie in escrow so that everyone can be paid, whichever outcome wins, and if none does.
 *
 * @returns max(P_1 .. P_n, R), micro-USDC
 */
export function worstCaseOf({ openReturns, received }: Owed): MicroUsdc {
  let most = received;
  for (const owed of openReturns) if (owed > most) most = owed;
  return most;
}

/**
 * W: what the house loses if the worst outcome wins now.
 *
 * @returns micro-USDC, never below zero
 */
export function exposureOf(book: Owed): MicroUsdc {
  return microUsdc(worstCaseOf(book) - book.received);
}

import { CENT, type MicroUsdc, microUsdc } from '../money/micro-usdc.ts';

/** How far a value may fall while a cash-out waits, in percent of what was shown. */
const MAY_FALL = 5n;

/**
 * The minimum that is suggested for signing when a bet on a running game is cashed out: its value moves each second, so a bettor who
 * signed all of it would mostly get nothing.
 *
 * @param value what is shown, micro-USDC, at least a cent
 * @returns whole cents, at least one
 */
export function leastInPlay(value: MicroUsdc): MicroUsdc {
  const cents = (value * (100n - MAY_FALL)) / 100n / CENT;
  return microUsdc(cents < 1n ? CENT : cents * CENT);
}

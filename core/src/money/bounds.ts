import { type MicroUsdc, microUsdc, ZERO_USDC } from './micro-usdc.ts';

/** The larger of two amounts. */
export const larger = <A extends bigint>(a: A, b: A): A => (a > b ? a : b);

/** The smaller of two amounts. */
export const smaller = <A extends bigint>(a: A, b: A): A => (a < b ? a : b);

/**
 * What is left of an amount when another is taken from it.
 *
 * @returns micro-USDC, zero where more is taken than there is
 */
export const leftOf = (amount: bigint, taken: bigint): MicroUsdc =>
  larger(microUsdc(amount - taken), ZERO_USDC);

import { type MicroUsdc, microUsdc, ZERO_USDC } from './micro-usdc.ts';

/** The larger of two amounts. */
export const larger = <A extends bigint>(a: A, b: A): A => (a > b ? a : b);

/** The smaller of two amounts. */
export const smaller = <A extends bigint>(a: A, b: A): A => (a < b ? a : b);

/**
 * An amount minus another.
 *
 * @returns micro-USDC, zero instead of a negative amount
 */
export const leftOf = (amount: bigint, taken: bigint): MicroUsdc =>
  larger(microUsdc(amount - taken), ZERO_USDC);

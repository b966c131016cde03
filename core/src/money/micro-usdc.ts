/** Micro-USDC: 1 USDC = 1_000_000. Every amount of money in the product has this type. */
export type MicroUsdc = bigint & { readonly unit: 'micro-usdc' };

/** Decimal odds times 1_000_000: what one unit staked returns, stake included. */
export type MicroOdds = bigint & { readonly unit: 'micro-odds' };

export const MICRO = 1_000_000n;

/** One cent in micro-USDC: stakes are whole cents. */
export const CENT = 10_000n;

/**
 * Types a bigint as an amount in micro-USDC.
 *
 * @param micro micro-USDC, any sign
 */
// The brand exists only in the type system; only this function adds it.
export const microUsdc = (micro: bigint): MicroUsdc => micro as MicroUsdc;

/**
 * Types a bigint as decimal odds times a million.
 *
 * @param micro micro-odds
 */
// Only this function adds the odds brand.
export const microOdds = (micro: bigint): MicroOdds => micro as MicroOdds;

export const ZERO_USDC = microUsdc(0n);

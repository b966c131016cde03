/** Micro-USDC: 1 USDC = 1_000_000. Every amount of money in the product has this type. */
export type MicroUsdc = bigint & { readonly unit: 'micro-usdc' };

/** Decimal odds times 1_000_000: what one unit staked returns, stake included. */
export type MicroOdds = bigint & { readonly unit: 'micro-odds' };

export const MICRO = 1_000_000n;

/** One cent in micro-USDC: stakes are whole cents. */
export const CENT = 10_000n;

/**
 * Names a bigint that already is an amount in micro-USDC.
 *
 * @param micro micro-USDC, any sign
 */
// The brand exists only in the type system; this is the one place that puts it on.
export const microUsdc = (micro: bigint): MicroUsdc => micro as MicroUsdc;

/**
 * Names a bigint that already is decimal odds scaled by a million.
 *
 * @param micro micro-odds
 */
// As above: the one place that brands odds.
export const microOdds = (micro: bigint): MicroOdds => micro as MicroOdds;

export const ZERO_USDC = microUsdc(0n);

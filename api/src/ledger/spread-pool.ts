import { type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';

/** Where the pool's money is, micro-USDC: in its account's row, and in its slices, in their order. */
export interface PoolParts {
  readonly row: MicroUsdc;
  readonly slices: readonly MicroUsdc[];
}

/** What is about to leave the pool, micro-USDC, from the row and from one slice. */
export interface PoolNeed {
  readonly row: MicroUsdc;
  readonly slice?: { readonly slot: number; readonly amount: MicroUsdc };
}

/**
 * Moves the pool's money between its parts so that each has what is about to leave it. If one lacks it, all that isn't needed is
 * spread: half stays in the row, and each slice gets the same share of the other half, so that slices seldom run out.
 *
 * @returns null if each part has what it needs, or if the pool has no slices
 * @throws RangeError if the pool has less than what is needed
 */
export function spreadPool({ row, slices }: PoolParts, { row: fromRow, slice }: PoolNeed): PoolParts | null {
  if (slices.length === 0) return null;
  const fromSlice = slice?.amount ?? 0n;
  const has = slice === undefined ? 0n : (slices[slice.slot] ?? 0n);
  if (row >= fromRow && has >= fromSlice) return null;
  const total = slices.reduce<bigint>((sum, each) => sum + each, row);
  const free = total - fromRow - fromSlice;
  if (free < 0n) throw new RangeError(`the pool has ${total} micro-USDC, ${fromRow + fromSlice} are needed`);
  const share = free / 2n / BigInt(slices.length);
  const spread = slices.map((_, slot) => microUsdc(slot === slice?.slot ? share + fromSlice : share));
  return { row: microUsdc(total - spread.reduce<bigint>((sum, each) => sum + each, 0n)), slices: spread };
}

import { microUsdc } from '@tallystone/core/money/micro-usdc';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { spreadPool } from './spread-pool.ts';

const amount = fc.bigInt({ min: 0n, max: 1_000_000n }).map(microUsdc);
const parts = fc.record({ row: amount, slices: fc.array(amount, { minLength: 1, maxLength: 16 }) });
const sum = (amounts: readonly bigint[]) => amounts.reduce((total, each) => total + each, 0n);

describe('spreading the pool', () => {
  test('moves nothing where each part has what it needs', () => {
    const pool = { row: microUsdc(5n), slices: [microUsdc(3n), microUsdc(0n)] };
    expect(spreadPool(pool, { row: microUsdc(5n), slice: { slot: 0, amount: microUsdc(3n) } })).toBeNull();
    expect(spreadPool({ row: microUsdc(5n), slices: [] }, { row: microUsdc(5n) })).toBeNull();
  });

  test('leaves half of what is free in the row, and gives each slice the same share of the rest', () => {
    const pool = {
      row: microUsdc(107n),
      slices: [microUsdc(0n), microUsdc(0n), microUsdc(2n), microUsdc(0n)],
    };
    const need = { row: microUsdc(7n), slice: { slot: 1, amount: microUsdc(10n) } };
    // 92 are free: 11 for each slice, and 48 with the row's 7.
    expect(spreadPool(pool, need)).toEqual({ row: 55n, slices: [11n, 21n, 11n, 11n].map(microUsdc) });
    expect(spreadPool(pool, { row: microUsdc(109n) })).toEqual({ row: 109n, slices: [0n, 0n, 0n, 0n] });
  });

  test('never changes the sum, and gives each part what it needs or refuses', () => {
    fc.assert(
      fc.property(parts, amount, amount, fc.nat(15), (pool, row, held, place) => {
        const slot = place % pool.slices.length;
        const total = pool.row + sum(pool.slices);
        const spread = () => spreadPool(pool, { row, slice: { slot, amount: held } }) ?? pool;
        if (total < row + held) {
          expect(spread).toThrow(RangeError);
          return;
        }
        const after = spread();
        expect(after.row + sum(after.slices)).toBe(total);
        expect(after.row).toBeGreaterThanOrEqual(row);
        expect(after.slices[slot]).toBeGreaterThanOrEqual(held);
        expect(after.slices.every((each) => each >= 0n)).toBe(true);
      }),
    );
  });
});

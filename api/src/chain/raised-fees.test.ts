import { expect, test } from 'vitest';
import { MOST_FEE, offeredFees, raisedFees, raisedWithin } from './raised-fees.ts';

const GWEI = 1_000_000_000n;

test('a replacement offers more than a tenth more of both, or nodes would not take it', () => {
  const before = { maxFee: 100n * GWEI, tip: 30n * GWEI };
  const raised = raisedFees(before, { maxFee: 1n, tip: 1n });
  expect(raised).toEqual({ maxFee: 125n * GWEI + 1n, tip: 30n * GWEI + (30n * GWEI) / 4n + 1n });
});

test('it offers what is asked now where that is more', () => {
  const now = { maxFee: 900n * GWEI, tip: 50n * GWEI };
  expect(raisedFees({ maxFee: 100n * GWEI, tip: 30n * GWEI }, now)).toEqual(now);
});

test('it never offers more than somebody has agreed to', () => {
  expect(raisedFees({ maxFee: MOST_FEE, tip: 1n }, { maxFee: 1n, tip: 1n })).toBeNull();
  expect(raisedFees({ maxFee: 1n, tip: 1n }, { maxFee: MOST_FEE + 1n, tip: 1n })).toBeNull();
  expect(offeredFees({ maxFee: 10n * MOST_FEE, tip: 2n * MOST_FEE })).toEqual({
    maxFee: MOST_FEE,
    tip: MOST_FEE,
  });
  expect(offeredFees({ maxFee: 5n, tip: 2n })).toEqual({ maxFee: 5n, tip: 2n });
});

test('a tip is never above the whole', () => {
  const raised = raisedFees({ maxFee: 4n, tip: 4n }, { maxFee: 5n, tip: 900n });
  expect(raised).toEqual({ maxFee: 6n, tip: 6n });
});

test('within five times what is asked now it is raised as usual, then to that, then no more', () => {
  const now = { maxFee: 100n, tip: 10n };
  expect(raisedWithin({ maxFee: 200n, tip: 8n }, now)).toEqual({ maxFee: 251n, tip: 11n });
  expect(raisedWithin({ maxFee: 450n, tip: 450n }, now)).toEqual({ maxFee: 500n, tip: 500n });
  expect(raisedWithin({ maxFee: 460n, tip: 8n }, now)).toBeNull();
  expect(raisedWithin({ maxFee: MOST_FEE, tip: 8n }, { maxFee: MOST_FEE, tip: 8n })).toBeNull();
});

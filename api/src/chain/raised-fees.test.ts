import { expect, test } from 'vitest';
import { MOST_FEE, offeredFees, raisedFees, raisedWithin } from './raised-fees.ts';

const GWEI = 1_000_000_000n;

test('a replacement raises both fees by more than a tenth, or nodes would refuse it', () => {
  const before = { maxFee: 100n * GWEI, tip: 30n * GWEI };
  const raised = raisedFees(before, { maxFee: 1n, tip: 1n });
  expect(raised).toEqual({ maxFee: 125n * GWEI + 1n, tip: 30n * GWEI + (30n * GWEI) / 4n + 1n });
});

test('it offers the current fees if they are higher', () => {
  const now = { maxFee: 900n * GWEI, tip: 50n * GWEI };
  expect(raisedFees({ maxFee: 100n * GWEI, tip: 30n * GWEI }, now)).toEqual(now);
});

test('it never offers more than the maximum', () => {
  expect(raisedFees({ maxFee: MOST_FEE, tip: 1n }, { maxFee: 1n, tip: 1n })).toBeNull();
  expect(raisedFees({ maxFee: 1n, tip: 1n }, { maxFee: MOST_FEE + 1n, tip: 1n })).toBeNull();
  expect(offeredFees({ maxFee: 10n * MOST_FEE, tip: 2n * MOST_FEE })).toEqual({
    maxFee: MOST_FEE,
    tip: MOST_FEE,
  });
  expect(offeredFees({ maxFee: 5n, tip: 2n })).toEqual({ maxFee: 5n, tip: 2n });
});

test('the tip is never above the maximum fee', () => {
  const raised = raisedFees({ maxFee: 4n, tip: 4n }, { maxFee: 5n, tip: 900n });
  expect(raised).toEqual({ maxFee: 6n, tip: 6n });
});

test('up to five times the current fee it is raised as usual, then to that limit, then not at all', () => {
  const now = { maxFee: 100n, tip: 10n };
  expect(raisedWithin({ maxFee: 200n, tip: 8n }, now)).toEqual({ maxFee: 251n, tip: 11n });
  expect(raisedWithin({ maxFee: 450n, tip: 450n }, now)).toEqual({ maxFee: 500n, tip: 500n });
  expect(raisedWithin({ maxFee: 460n, tip: 8n }, now)).toBeNull();
  expect(raisedWithin({ maxFee: MOST_FEE, tip: 8n }, { maxFee: MOST_FEE, tip: 8n })).toBeNull();
});

import { runs } from '@tallystone/testkit/rules/runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { microUsdc } from '../money/micro-usdc.ts';
import { computeBalances } from './balance.ts';
import { betEntry } from './bet-entry.ts';
import { faucetGrantEntry } from './faucet-grant-entry.ts';
import { marketOpenEntry } from './market-open-entry.ts';
import { poolFundingEntry } from './pool-funding-entry.ts';

const amounts = fc.bigInt({ min: 1n, max: 10n ** 15n }).map(microUsdc);
const userIds = fc.constantFrom('u1', 'u2', 'u3');
const marketIds = fc.constantFrom('m1', 'm2');

const entries = fc.array(
  fc.oneof(
    amounts.map((amount) => poolFundingEntry({ amount })),
    fc.record({ userId: userIds, amount: amounts }).map(faucetGrantEntry),
    fc.record({ marketId: marketIds, amount: amounts }).map(marketOpenEntry),
    fc.record({ userId: userIds, marketId: marketIds, stake: amounts }).map(betEntry),
  ),
  { maxLength: 40 },
);

describe('computeBalances', () => {
  test('follows the money of a first bet', () => {
    const balances = computeBalances([
      poolFundingEntry({ amount: microUsdc(50_000n) }),
      marketOpenEntry({ marketId: 'm1', amount: microUsdc(10_000n) }),
      faucetGrantEntry({ userId: 'u1', amount: microUsdc(1_000n) }),
      betEntry({ userId: 'u1', marketId: 'm1', stake: microUsdc(25n) }),
    ]);
    expect(Object.fromEntries(balances)).toEqual({
      faucet: -51_000n,
      pool: 40_000n,
      'escrow:m1': 10_025n,
      'user:u1': 975n,
    });
  });

  test('has no account before the first entry', () => {
    expect(computeBalances([]).size).toBe(0);
  });

  test('the books always add up to zero', () => {
    fc.assert(
      fc.property(entries, (recorded) => {
        const balances = [...computeBalances(recorded).values()];
        expect(balances.reduce((sum, balance) => sum + balance, 0n)).toBe(0n);
      }),
      runs(300),
    );
  });

  test('the order of entries does not matter', () => {
    fc.assert(
      fc.property(entries, (recorded) => {
        expect(computeBalances(recorded.toReversed())).toEqual(computeBalances(recorded));
      }),
      runs(100),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type MicroUsdc, microUsdc } from '../money/micro-usdc.ts';
import { betEntry } from './bet-entry.ts';
import { cashOutEntry } from './cash-out-entry.ts';
import { comboEndEntry } from './combo-end-entry.ts';
import { comboEntry } from './combo-entry.ts';
import type { Entry } from './entry.ts';
import type { Payment } from './escrow-payments.ts';
import { faucetGrantEntry } from './faucet-grant-entry.ts';
import { holdEntry } from './hold-entry.ts';
import { holdReleaseEntry } from './hold-release-entry.ts';
import { houseDepositEntry } from './house-deposit-entry.ts';
import { houseWithdrawalEntry } from './house-withdrawal-entry.ts';
import { marketOpenEntry } from './market-open-entry.ts';
import { marketRemainderEntry } from './market-remainder-entry.ts';
import { marketTopUpEntry } from './market-top-up-entry.ts';
import { marketWithdrawalEntry } from './market-withdrawal-entry.ts';
import { orderEndEntry, orderEntry } from './order-entry.ts';
import { payoutSentEntry } from './payout-sent-entry.ts';
import { poolFundingEntry } from './pool-funding-entry.ts';
import { refundEntry } from './refund-entry.ts';
import { settlementEntry } from './settlement-entry.ts';
import { stakeReceivedEntry } from './stake-received-entry.ts';

const amount = microUsdc(5_000_000n);

const faucet = { kind: 'faucet' } as const;
const pool = { kind: 'pool' } as const;
const outside = { kind: 'outside' } as const;
const user = { kind: 'user', userId: 'u1' } as const;
const escrow = { kind: 'escrow', marketId: 'm1' } as const;
const orders = { kind: 'orders' } as const;

interface Case {
  kind: Entry['kind'];
  make: (amount: MicroUsdc) => Entry;
  from: object;
  to: object;
}

describe.each<Case>([
  { kind: 'pool-funding', make: (of) => poolFundingEntry({ amount: of }), from: faucet, to: pool },
  {
    kind: 'faucet-grant',
    make: (of) => faucetGrantEntry({ userId: 'u1', amount: of }),
    from: faucet,
    to: user,
  },
  {
    kind: 'market-open',
    make: (of) => marketOpenEntry({ marketId: 'm1', amount: of }),
    from: pool,
    to: escrow,
  },
  {
    kind: 'market-withdrawal',
    make: (of) => marketWithdrawalEntry({ marketId: 'm1', amount: of }),
    from: escrow,
    to: pool,
  },
  {
    kind: 'bet',
    make: (of) => betEntry({ userId: 'u1', marketId: 'm1', stake: of }),
    from: user,
    to: escrow,
  },
  { kind: 'order', make: (of) => orderEntry({ userId: 'u1', stake: of }), from: user, to: orders },
  { kind: 'order-end', make: (of) => orderEndEntry({ userId: 'u1', stake: of }), from: orders, to: user },
  {
    kind: 'cash-out',
    make: (of) => cashOutEntry({ userId: 'u1', marketId: 'm1', amount: of }),
    from: escrow,
    to: user,
  },
  {
    kind: 'refund',
    make: (of) => refundEntry({ marketId: 'm1', refunds: [{ userId: 'u1', amount: of }] }),
    from: escrow,
    to: user,
  },
  {
    kind: 'settlement',
    make: (of) => settlementEntry({ marketId: 'm1', payments: [{ userId: 'u1', amount: of }] }),
    from: escrow,
    to: user,
  },
  { kind: 'hold', make: (of) => holdEntry({ marketId: 'm1', payout: of }), from: pool, to: escrow },
  {
    kind: 'hold-release',
    make: (of) => holdReleaseEntry({ marketId: 'm1', payout: of }),
    from: escrow,
    to: pool,
  },
  {
    kind: 'stake-received',
    make: (of) => stakeReceivedEntry({ userId: 'u1', stake: of }),
    from: outside,
    to: user,
  },
  {
    kind: 'payout-sent',
    make: (of) => payoutSentEntry({ userId: 'u1', amount: of }),
    from: user,
    to: outside,
  },
  { kind: 'house-deposit', make: (of) => houseDepositEntry({ amount: of }), from: outside, to: pool },
  {
    kind: 'house-withdrawal',
    make: (of) => houseWithdrawalEntry({ amount: of }),
    from: pool,
    to: outside,
  },
  {
    kind: 'market-remainder',
    make: (of) => marketRemainderEntry({ marketId: 'm1', amount: of }),
    from: escrow,
    to: pool,
  },
  {
    kind: 'market-top-up',
    make: (of) => marketTopUpEntry({ marketId: 'm1', amount: of }),
    from: pool,
    to: escrow,
  },
])('the entry of kind $kind', ({ kind, make, from, to }) => {
  test('moves the amount in one posting', () => {
    expect(make(amount)).toEqual({ kind, postings: [{ from, to, amount }] });
  });

  test('can’t move zero', () => {
    expect(() => make(microUsdc(0n))).toThrow(RangeError);
  });
});

describe.each<[string, (of: Payment[]) => Entry]>([
  ['refund', (refunds) => refundEntry({ marketId: 'm1', refunds })],
  ['settlement', (payments) => settlementEntry({ marketId: 'm1', payments })],
])('a %s for many bets', (_, make) => {
  const to = (userId: string, cents: bigint): Payment => ({ userId, amount: microUsdc(cents) });

  test('has one posting per user with the user’s total', () => {
    expect(make([to('u2', 5n), to('u1', 7n), to('u2', 11n), to('u1', 1n)]).postings).toEqual([
      { from: escrow, to: { kind: 'user', userId: 'u2' }, amount: 16n },
      { from: escrow, to: { kind: 'user', userId: 'u1' }, amount: 8n },
    ]);
  });

  test('needs at least one payment', () => {
    expect(() => make([])).toThrow('expected payments on market');
  });

  test.each([0n, -5n])('refuses an amount of %s even next to another of the same user', (amount) => {
    expect(() => make([to('u1', 10n), to('u1', amount)])).toThrow(`above 0 micro-USDC, got ${amount}`);
  });
});

describe('a combo', () => {
  const combos = { kind: 'combos' } as const;
  const usdc = (of: bigint) => microUsdc(of * 1_000_000n);

  test('takes the stake from its bettor and the rest of its return from the pool', () => {
    expect(comboEntry({ userId: 'u1', stake: usdc(10n), housePart: usdc(28n) })).toEqual({
      kind: 'combo',
      postings: [
        { from: user, to: combos, amount: usdc(10n) },
        { from: pool, to: combos, amount: usdc(28n) },
      ],
    });
    expect(() => comboEntry({ userId: 'u1', stake: usdc(0n), housePart: usdc(1n) })).toThrow(RangeError);
    expect(() => comboEntry({ userId: 'u1', stake: usdc(1n), housePart: usdc(0n) })).toThrow(RangeError);
  });

  test.each<[bigint, object[]]>([
    [38n, [{ from: combos, to: user, amount: usdc(38n) }]],
    [
      20n,
      [
        { from: combos, to: user, amount: usdc(20n) },
        { from: combos, to: pool, amount: usdc(18n) },
      ],
    ],
    [0n, [{ from: combos, to: pool, amount: usdc(38n) }]],
  ])('pays %d of 38 to its bettor and the rest to the pool', (paid, postings) => {
    expect(comboEndEntry({ userId: 'u1', payout: usdc(38n), paid: usdc(paid) })).toEqual({
      kind: 'combo-end',
      postings,
    });
  });

  test.each([-1n, 39n])('cannot pay %d of 38', (paid) => {
    expect(() => comboEndEntry({ userId: 'u1', payout: usdc(38n), paid: usdc(paid) })).toThrow(RangeError);
  });
});

test('whatever an order takes, its end gives back', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 15n }).map(microUsdc), fc.string(), (stake, userId) => {
      const order = orderEntry({ userId, stake });
      const back = orderEndEntry({ userId, stake }).postings.map(({ from, to, ...rest }) => ({
        from: to,
        to: from,
        ...rest,
      }));
      expect(back).toEqual(order.postings);
    }),
  );
});

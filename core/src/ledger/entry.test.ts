import { describe, expect, test } from 'vitest';
import { type MicroUsdc, microUsdc } from '../money/micro-usdc.ts';
import { betEntry } from './bet-entry.ts';
import type { Entry } from './entry.ts';
import { faucetGrantEntry } from './faucet-grant-entry.ts';
import { marketOpenEntry } from './market-open-entry.ts';
import { marketWithdrawalEntry } from './market-withdrawal-entry.ts';
import { poolFundingEntry } from './pool-funding-entry.ts';

const amount = microUsdc(5_000_000n);

const faucet = { kind: 'faucet' } as const;
const pool = { kind: 'pool' } as const;
const user = { kind: 'user', userId: 'u1' } as const;
const escrow = { kind: 'escrow', marketId: 'm1' } as const;

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
])('the entry of kind $kind', ({ kind, make, from, to }) => {
  test('moves the amount in one posting', () => {
    expect(make(amount)).toEqual({ kind, postings: [{ from, to, amount }] });
  });

  test('cannot move nothing', () => {
    expect(() => make(microUsdc(0n))).toThrow(RangeError);
  });
});

import { describe, expect, test } from 'vitest';
import { microOdds, microUsdc } from '../money/micro-usdc.ts';
import { betLeaf, comboLeaf, endingLeaf, entryLeaf, marketLeaf, soldPartLeaf } from './receipt-leaf.ts';

const bet = {
  entryId: 41,
  betId: 'b_abc',
  userId: 'u_1',
  marketId: 'm_x',
  outcomeId: 'o_yes',
  stake: microUsdc(25_000_000n),
  odds: microOdds(1_990_000n),
  filledBy: null,
  payout: microUsdc(49_750_000n),
  placedAt: new Date('2026-11-21T12:00:00.123Z'),
  closesAt: new Date('2026-11-22T12:00:00.000Z'),
  marketVersion: 7,
  signedHash: '0a'.repeat(32),
};

describe('the sealed texts', () => {
  test('of a bet', () => {
    expect(betLeaf(bet)).toBe(
      `bet|41|b_abc|u_1|m_x|o_yes|25000000|1990000|49750000|1795262400123|1795348800000|7|${'0a'.repeat(32)}`,
    );
  });

  test('of a bet filled at better odds, with the signed odds and the rule', () => {
    const filledBy = { signedOdds: microOdds(1_950_000n), rule: 2 };
    const rest = `41|b_abc|u_1|m_x|o_yes|25000000|1990000|49750000|1795262400123|1795348800000|7|${'0a'.repeat(32)}`;
    expect(betLeaf({ ...bet, filledBy })).toBe(`filled-bet|${rest}|1950000|2`);
  });

  test('of a combo, with its legs in the order in which they were sent', () => {
    const leg = (marketId: string, odds: bigint, marketVersion: number) => ({
      marketId,
      outcomeId: `${marketId}_yes`,
      odds: microOdds(odds),
      marketVersion,
    });
    expect(
      comboLeaf({
        entryId: 43,
        comboId: 'c_abc',
        userId: 'u_1',
        legs: [leg('m_y', 1_900_000n, 7), leg('m_x', 2_020_000n, 1)],
        stake: microUsdc(10_000_000n),
        odds: microOdds(3_830_000n),
        payout: microUsdc(38_300_000n),
        placedAt: new Date('2026-11-21T12:00:00.123Z'),
        signedOdds: microOdds(3_800_000n),
        budget: microUsdc(50_000_000_000n),
        signedHash: '0a'.repeat(32),
      }),
    ).toBe(
      `combo|43|c_abc|u_1|m_y:m_y_yes:1900000:7,m_x:m_x_yes:2020000:1|10000000|3830000|38300000|1795262400123|3800000|50000000000|${'0a'.repeat(32)}`,
    );
  });

  test.each(['payout', 'refund', 'cash-out', 'loss'] as const)(
    'of a bet or a combo that ended by %s',
    (kind) => {
      const amount = microUsdc(12_340_000n);
      const endedAt = new Date('2026-11-21T12:00:01.000Z');
      expect(endingLeaf({ entryId: '9007199254740993', betId: 'b_abc', kind, amount, endedAt })).toBe(
        `${kind}|9007199254740993|b_abc|12340000|1795262401000`,
      );
    },
  );

  test('of a part of a bet that was sold, with the open stake before it', () => {
    const part = {
      ...{ entryId: '9007199254740993', betId: 'b_abc', openStake: microUsdc(25_000_000n) },
      ...{ stake: microUsdc(10_000_000n), payout: microUsdc(19_900_000n), amount: microUsdc(9_870_000n) },
      soldAt: new Date('2026-11-21T12:00:01.000Z'),
    };
    expect(soldPartLeaf(part)).toBe(
      'partial-cash-out|9007199254740993|b_abc|25000000|10000000|19900000|9870000|1795262401000',
    );
    expect(() => soldPartLeaf({ ...part, betId: 'b|c' })).toThrow(RangeError);
  });

  test('of a market, with the hash of its terms at opening', () => {
    expect(marketLeaf({ entryId: 3, marketId: 'm_x', termsHash: '0b'.repeat(32) })).toBe(
      `market|3|m_x|${'0b'.repeat(32)}`,
    );
  });

  test('of an entry, with its postings in the order of their ids', () => {
    expect(
      entryLeaf({
        entryId: 42n,
        kind: 'settlement',
        key: 'settlement:m_x:5000',
        postings: [
          { id: '10', from: 3, to: 8, amount: microUsdc(7n) },
          { id: '9', from: 3, to: 5, amount: microUsdc(1_000_000n) },
        ],
      }),
    ).toBe('entry|42|settlement|settlement:m_x:5000|3>5:1000000,3>8:7');
  });

  test('can’t be read in two ways: no field contains the separator', () => {
    expect(() => betLeaf({ ...bet, betId: 'b|c' })).toThrow('without |, got "b|c"');
    expect(() => entryLeaf({ entryId: 1, kind: 'bet', key: 'a|b', postings: [] })).toThrow(RangeError);
  });
});

import { describe, expect, test } from 'vitest';
import { type MicroOdds, microOdds, microUsdc } from '../money/micro-usdc.ts';
import {
  type AskedLeg,
  COMBO_FRESH_MS,
  decideCombo,
  type LegFeed,
  type LegMarket,
  priceLegs,
} from './decide-combo.ts';

const usdc = (amount: number) => microUsdc(BigInt(Math.round(amount * 1_000_000)));
const odds = (decimal: number): MicroOdds => microOdds(BigInt(Math.round(decimal * 1_000_000)));
const NOW = new Date('2026-11-28T12:00:00Z');
const before = (ms: number) => new Date(NOW.getTime() - ms);
const after = (ms: number) => new Date(NOW.getTime() + ms);

let made = 0;
function aLeg({
  feed = {},
  outcomeId = 'a',
  ...market
}: Partial<Omit<LegMarket, 'feed'>> & {
  feed?: Partial<LegFeed> | null;
  outcomeId?: string;
} = {}): AskedLeg {
  made += 1;
  return {
    marketId: `m${made}`,
    outcomeId,
    market: {
      state: 'open',
      closesAt: after(3_600_000),
      outcomeIds: ['a', 'b'],
      feed:
        feed === null
          ? null
          : {
              gameId: `g${made}`,
              isInPlay: false,
              gameTitle: `Home ${made} vs Away ${made}`,
              pricedAt: before(5_000),
              odds: [odds(1.9), odds(1.9)],
              winners: 1,
              ...feed,
            },
      ...market,
    },
  };
}

const FUNDS = { balance: usdc(1_000), stakedToday: usdc(0), dailyStakeCap: usdc(500), blockedUntil: null };
const USE = {
  budget: usdc(50_000),
  all: usdc(0),
  ofUser: usdc(0),
  ofOutcome: usdc(0),
  pool: usdc(1_000_000),
};

const decide = (given: Partial<Parameters<typeof decideCombo>[0]> = {}) =>
  decideCombo({
    legs: [aLeg(), aLeg()],
    funds: FUNDS,
    use: USE,
    stake: usdc(10),
    signedOdds: odds(3.5),
    now: NOW,
    ...given,
  });

describe('a combo', () => {
  test('is filled at the product of its odds, not at the lower ones that were signed', () => {
    expect(decide()).toEqual({
      kind: 'accepted',
      odds: odds(3.61),
      legOdds: [odds(1.9), odds(1.9)],
      payout: usdc(36.1),
      housePart: usdc(26.1),
    });
  });

  test.each<[string, Parameters<typeof decide>[0], object]>([
    ['odds below the signed ones', { signedOdds: odds(3.62) }, { reason: 'odds-changed', odds: odds(3.61) }],
    ['a stake below a cent', { stake: usdc(0.009) }, { reason: 'stake-too-small' }],
    [
      'a stake that takes more than a hundredth of the budget',
      { stake: usdc(192) },
      { reason: 'stake-too-large', maxStake: usdc(191.57) },
    ],
    [
      'a stake above the daily cap',
      { funds: { ...FUNDS, stakedToday: usdc(495) } },
      { reason: 'cap-reached', capLeft: usdc(5) },
    ],
    [
      'a stake above the balance',
      { funds: { ...FUNDS, balance: usdc(9) } },
      { reason: 'insufficient-funds', balance: usdc(9) },
    ],
    [
      'a selection that no combo takes',
      { legs: [aLeg(), aLeg({ feed: null })] },
      { reason: 'combo-refused', why: 'own-market', leg: 1 },
    ],
    [
      'a bettor on a break',
      { funds: { ...FUNDS, blockedUntil: after(1) } },
      { reason: 'self-excluded', until: after(1) },
    ],
  ])('is refused for %s', (_, given, refusal) => {
    expect(decide(given)).toMatchObject({ kind: 'rejected', ...refusal });
  });

  test('is taken once the break is over', () => {
    expect(decide({ funds: { ...FUNDS, blockedUntil: NOW } }).kind).toBe('accepted');
  });

  test('is taken up to the last cent of each limit', () => {
    expect(decide({ stake: usdc(191.57) }).kind).toBe('accepted');
    expect(decide({ funds: { ...FUNDS, balance: usdc(10), stakedToday: usdc(490) } }).kind).toBe('accepted');
    expect(decide({ signedOdds: odds(3.61) }).kind).toBe('accepted');
  });
});

describe('a selection', () => {
  const refused = (...legs: AskedLeg[]) => priceLegs(legs, NOW);

  test.each<[string, () => AskedLeg, object]>([
    ['an unknown market', () => ({ ...aLeg(), market: null }), { reason: 'unknown-market' }],
    ['an unknown outcome', () => aLeg({ outcomeId: 'c' }), { reason: 'unknown-outcome' }],
    ['a market of our own', () => aLeg({ feed: null }), { reason: 'combo-refused', why: 'own-market' }],
    ['a running game', () => aLeg({ feed: { isInPlay: true } }), { reason: 'combo-refused', why: 'in-play' }],
    ['a suspended market', () => aLeg({ state: 'suspended' }), { reason: 'market-suspended' }],
    ['a closed market', () => aLeg({ state: 'closed' }), { reason: 'market-closed' }],
    ['a market at its start', () => aLeg({ closesAt: NOW }), { reason: 'market-closed' }],
    [
      'a price that is too old',
      () => aLeg({ feed: { pricedAt: before(COMBO_FRESH_MS + 1) } }),
      { reason: 'feed-stale' },
    ],
    [
      'an outcome without a price',
      () => aLeg({ feed: { odds: [null, odds(2)] } }),
      { reason: 'odds-changed', odds: null },
    ],
    [
      'another outcome without a price',
      () => aLeg({ feed: { odds: [odds(2), null] } }),
      { reason: 'odds-changed', odds: null },
    ],
    [
      'a whole competition',
      () => aLeg({ feed: { gameTitle: 'Premier League' } }),
      { reason: 'combo-refused', why: 'outright' },
    ],
    [
      'a market that gives more than it takes',
      () => aLeg({ feed: { odds: [odds(2.1), odds(2.1)] } }),
      { reason: 'combo-refused', why: 'below-zero-margin' },
    ],
    [
      'a market of which one side is never priced',
      () => aLeg({ feed: { odds: [odds(2), null], isOneSided: true } }),
      { reason: 'combo-refused', why: 'one-sided' },
    ],
    [
      'one of which no side is priced now',
      () => aLeg({ feed: { odds: [null, null], isOneSided: true } }),
      { reason: 'combo-refused', why: 'one-sided' },
    ],
  ])('of %s is refused and named', (_, leg, refusal) => {
    expect(refused(aLeg(), leg())).toMatchObject({ kind: 'rejected', leg: 1, ...refusal });
  });

  test('may have a price that was confirmed just in time', () => {
    expect(refused(aLeg(), aLeg({ feed: { pricedAt: before(COMBO_FRESH_MS) } }))).toHaveProperty('odds');
  });

  test('may be of a market without margin, and of one with several winners', () => {
    expect(refused(aLeg({ feed: { odds: [odds(2), odds(2)] } }), aLeg())).toHaveProperty('odds');
    const double = aLeg({
      outcomeIds: ['a', 'b', 'c'],
      feed: { odds: [odds(1.4), odds(1.4), odds(1.4)], winners: 2 },
    });
    expect(refused(double, aLeg())).toMatchObject({ odds: odds(2.66) });
  });

  test.each<[string, string, string]>([
    ['same-game', 'g', 'Other vs Others'],
    ['same-participant', 'h', 'Arsenal vs Leeds'],
    ['same-participant', 'h', 'Leeds vs arsenal '],
    ['same-participant', 'h', 'Leeds - Arsenal'],
    ['same-participant', 'h', 'Leeds – Arsenal'],
    ['same-participant', 'h', 'Arsenal / Spurs vs Leeds / Everton'],
  ])('is refused as %s', (why, gameId, gameTitle) => {
    const first = aLeg({ feed: { gameId: 'g', gameTitle: 'Arsenal vs Chelsea' } });
    const second = aLeg({ feed: { gameId, gameTitle } });
    expect(refused(first, aLeg(), second)).toMatchObject({ leg: 2, reason: 'combo-refused', why });
  });

  test('may have participants whose names contain one another', () => {
    const first = aLeg({ feed: { gameTitle: 'Arsenal vs Chelsea' } });
    const second = aLeg({ feed: { gameTitle: 'Arsenal Tula vs Spartak' } });
    expect(refused(first, second)).toHaveProperty('odds');
  });
});

test('a combo has 2 to 12 selections', () => {
  for (let count = 0; count <= 33; count++) {
    const legs = Array.from({ length: count }, () => aLeg({ feed: { odds: [odds(1.05), odds(12)] } }));
    const refusal = { kind: 'rejected', reason: 'combo-refused', why: 'legs' };
    const isTaken = count >= 2 && count <= 12;
    expect(decide({ legs, signedOdds: odds(1.01) })).toMatchObject(isTaken ? { kind: 'accepted' } : refusal);
    if (!isTaken) expect(priceLegs(legs, NOW)).toEqual(refusal);
  }
});

test('a combo above 1,000 is refused, never cut', () => {
  const ten = () => aLeg({ feed: { odds: [odds(10), odds(1.05)] } });
  expect(priceLegs([ten(), ten(), ten()], NOW)).toMatchObject({ odds: odds(1000) });
  expect(priceLegs([ten(), ten(), ten(), aLeg()], NOW)).toEqual({
    kind: 'rejected',
    reason: 'combo-refused',
    why: 'odds-too-high',
  });
});

import { describe, expect, test } from 'vitest';
import type { NoCashOut } from '../betting/decide-cash-out.ts';
import { microOdds, microUsdc } from '../money/micro-usdc.ts';
import type { LegMarket } from './decide-combo.ts';
import { decideComboCashOut, isInPlay, type SoldLeg } from './decide-combo-cash-out.ts';

const usdc = (amount: number) => microUsdc(BigInt(Math.round(amount * 1_000_000)));
const odds = (decimal: number) => microOdds(BigInt(Math.round(decimal * 1_000_000)));
const NOW = new Date('2026-11-28T12:00:00Z');
const at = (ms: number) => new Date(NOW.getTime() + ms);

const MARKET: LegMarket = {
  state: 'open',
  closesAt: at(3_600_000),
  outcomeIds: ['a', 'b'],
  feed: {
    gameId: 'g',
    gameTitle: 'Home vs Away',
    isInPlay: false,
    pricedAt: at(-1_000),
    // Equally likely.
    odds: [odds(1.9), odds(1.9)],
    winners: 1,
  },
};

const aLeg = (leg: Partial<SoldLeg> = {}, market: Partial<LegMarket> = {}): SoldLeg => ({
  outcomeId: 'a',
  odds: odds(2),
  result: null,
  market: { ...MARKET, ...market },
  ...leg,
});

const sell = (legs: SoldLeg[], given: Partial<Parameters<typeof decideComboCashOut>[0]> = {}) =>
  decideComboCashOut({
    stake: usdc(10),
    legs,
    placedAt: at(-60_000),
    hasEnded: false,
    asked: null,
    now: NOW,
    ...given,
  });

test.each<[string, SoldLeg[], number]>([
  // 40 times a quarter, less 3%.
  ['two open legs', [aLeg(), aLeg()], 9.7],
  ['one that has won', [aLeg({ result: 'won' }), aLeg()], 19.4],
  ['a void one', [aLeg({ result: 'void' }), aLeg()], 9.7],
  [
    'a won leg whose market is over',
    [aLeg({ result: 'won' }, { state: 'settled', feed: null }), aLeg()],
    19.4,
  ],
])('a combo with %s is worth its return times the probabilities of its open legs', (_, legs, value) => {
  expect(sell(legs)).toEqual({ kind: 'accepted', amount: usdc(value) });
});

test('it pays what was signed, not more, and says what it is worth if that is less', () => {
  expect(sell([aLeg(), aLeg()], { asked: usdc(9.5) })).toEqual({ kind: 'accepted', amount: usdc(9.5) });
  expect(sell([aLeg(), aLeg()], { asked: usdc(9.71) })).toEqual({ kind: 'fell', amount: usdc(9.7) });
});

const stale = { ...MARKET.feed, pricedAt: at(-60_001) } as LegMarket['feed'];
const unpriced = { ...MARKET.feed, odds: [odds(1.9), null] } as LegMarket['feed'];

test.each<[string, number | null, SoldLeg[], Parameters<typeof sell>[1]]>([
  ['bet-ended', null, [aLeg(), aLeg()], { hasEnded: true }],
  ['bet-ended', null, [aLeg({ result: 'lost' }), aLeg()], {}],
  ['market-suspended', 1, [aLeg(), aLeg({}, { state: 'suspended' })], {}],
  ['market-suspended', 1, [aLeg({ result: 'won' }), aLeg({}, { state: 'suspended' })], {}],
  ['market-suspended', 0, [aLeg({}, { state: 'suspended' }), aLeg({}, { state: 'closed' })], {}],
  ['market-closed', 1, [aLeg(), aLeg({}, { state: 'closed' })], {}],
  ['market-closed', 1, [aLeg(), aLeg({}, { closesAt: NOW })], {}],
  ['market-closed', 1, [aLeg(), aLeg({}, { feed: null })], {}],
  ['feed-stale', 1, [aLeg(), aLeg({}, { feed: stale })], {}],
  ['no-price', 1, [aLeg(), aLeg({}, { feed: unpriced })], {}],
  ['no-price', null, [aLeg({ outcomeId: 'gone' }), aLeg()], {}],
  ['no-price', null, [aLeg(), aLeg()], { stake: usdc(0.01) }],
  ['no-price', null, [aLeg(), aLeg()], { asked: usdc(0) }],
])('it is not sold: %s, because of leg %s', (why, leg, legs, given) => {
  expect(sell(legs, given)).toEqual({ kind: 'unavailable', why, availableAt: null, leg });
});

test('it is not sold within a minute of being placed', () => {
  expect(sell([aLeg(), aLeg()], { placedAt: at(-59_999) })).toEqual({
    kind: 'unavailable',
    why: 'too-soon',
    availableAt: at(1),
    leg: null,
  });
});

describe('a leg whose game is played', () => {
  const begun: Partial<LegMarket> = { state: 'closed', closesAt: at(-600_000) };
  const running = {
    state: 'open',
    closesAt: at(3_600_000),
    pricedAt: at(-500),
    // Four in five.
    odds: [odds(1.2), odds(4.8)],
    lateFrom: null,
  } as const;
  const longAgo = { placedAt: at(-7_200_000) };
  const played = (parts: Partial<NonNullable<SoldLeg['running']>> = {}): SoldLeg =>
    aLeg({ running: { ...running, ...parts } }, begun);

  test('has the price of its market in play', () => {
    // 40 times a half times four fifths, less 3%.
    expect(sell([aLeg(), played()], longAgo)).toEqual({ kind: 'accepted', amount: usdc(15.51) });
  });

  test('lets the combo be paid all that it is worth, once it has waited', () => {
    const asked = usdc(15);
    expect(sell([aLeg(), played()], { ...longAgo, asked, isMinimum: true })).toEqual({
      kind: 'accepted',
      amount: usdc(15.51),
    });
    expect(sell([aLeg(), played()], { ...longAgo, asked: usdc(15.52), isMinimum: true })).toEqual({
      kind: 'fell',
      amount: usdc(15.51),
    });
  });

  test.each<[NoCashOut, SoldLeg, Date]>([
    ['market-suspended', played({ state: 'suspended' }), at(-7_200_000)],
    ['market-closed', played({ closesAt: NOW }), at(-7_200_000)],
    ['feed-stale', played({ pricedAt: at(-60_001) }), at(-7_200_000)],
    ['no-price', played({ odds: [odds(1.2), null] }), at(-7_200_000)],
    // The start of its game may still be corrected.
    ['market-closed', played(), at(-1_199_999)],
    ['market-closed', played({ lateFrom: at(-7_200_000) }), at(-7_200_000)],
  ])('keeps the combo from being sold: %s', (why, leg, placedAt) => {
    expect(sell([aLeg(), leg], { placedAt })).toEqual({
      ...{ kind: 'unavailable', why, availableAt: null },
      leg: 1,
    });
  });

  test.each<[string, SoldLeg]>([
    ['before its own market has closed', aLeg({ running })],
    ['once it has its result', { ...played(), result: 'won' }],
    ['without a market in play', aLeg({}, begun)],
  ])('is no leg in play %s', (_, leg) => {
    expect(isInPlay(leg, { placedAt: at(-7_200_000), now: NOW })).toBe(false);
  });
});

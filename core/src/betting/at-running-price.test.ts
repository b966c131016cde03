import { describe, expect, test } from 'vitest';
import { microOdds, microUsdc } from '../money/micro-usdc.ts';
import { AS_SIGNED } from '../odds/fill-rule.ts';
import { atRunningPrice, IN_DOUBT_MS, maySellInPlay } from './at-running-price.ts';

const at = (ms: number) => new Date(Date.parse('2026-11-29T15:00:00.000Z') + ms);
const closesAt = at(0);

describe('a bet from before the start may be sold while its game is played', () => {
  test.each([
    ['long before', -IN_DOUBT_MS - 1, null, true],
    ['ten minutes before', -IN_DOUBT_MS, null, true],
    ['less than ten minutes before', -IN_DOUBT_MS + 1, null, false],
    ['from the true start on', -3_600_000, -3_600_000, false],
    ['before the true start', -3_600_001, -3_600_000, true],
  ] as const)('if it was placed %s: %i ms, true start %s', (_when, placed, late, may) => {
    const lateFrom = late === null ? null : at(late);
    expect(maySellInPlay(at(placed), { closesAt, lateFrom })).toBe(may);
  });
});

describe('a market at the price of the one in play', () => {
  const none = microUsdc(0n);
  const feed = {
    ...{ kind: 'feed' as const, rule: AS_SIGNED, winners: 1, lossBudget: none, room: none },
    odds: [microOdds(2_000_000n), null],
    pricedAt: at(-1_000),
    openReturns: [microUsdc(7n), none],
    received: microUsdc(5n),
    openStakes: microUsdc(3n),
  };
  const running = {
    state: 'open',
    closesAt: at(9),
    pricedAt: at(8),
    odds: [null, microOdds(3_000_000n)],
  } as const;

  test('has its odds and its betting, and the book of its own', () => {
    const market = { state: 'closed', closesAt, outcomeIds: ['a', 'b'], book: feed } as const;
    expect(atRunningPrice(market, running)).toEqual({
      ...market,
      state: 'open',
      closesAt: at(9),
      book: { ...feed, odds: running.odds, pricedAt: at(8) },
    });
  });

  test('is one of the feed', () => {
    const book = {
      ...{ kind: 'lmsr' as const, liquidity: 1, initialProbabilities: [0.5, 0.5] },
      ...{ rule: AS_SIGNED, openReturns: [none, none], received: none, openStakes: none },
    };
    const market = { state: 'closed', closesAt, outcomeIds: ['a', 'b'], book } as never;
    expect(() => atRunningPrice(market, running)).toThrow(/only a market of the feed/);
  });
});

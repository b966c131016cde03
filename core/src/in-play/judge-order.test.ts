import { runs } from '@tallystone/testkit/rules/runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MarketState } from '../markets/market-state.ts';
import {
  isConfirmed,
  judgeOrder,
  judgeOrderOnAll,
  type MarketInPlay,
  type OrderVerdict,
} from './judge-order.ts';

const began = new Date('2026-11-29T15:00:00.000Z').getTime();
/** A moment in milliseconds after the order. */
const at = (ms: number) => new Date(began + ms);
const DELAY = 8_000;
const order = { orderedAt: at(0), decideAt: at(DELAY) };

const market = (parts: Partial<MarketInPlay> = {}): MarketInPlay => ({
  state: 'open',
  closesAt: at(3_600_000),
  pricedAt: at(DELAY - 500),
  haltedAt: null,
  ...parts,
});

describe('an order', () => {
  test.each<[string, Partial<MarketInPlay>, number, OrderVerdict]>([
    ['waits for its delay', {}, DELAY - 1, 'wait'],
    ['is decided when it ends', {}, DELAY, 'decide'],
    ['waits at once', { pricedAt: at(-500) }, 0, 'wait'],
    // The price.
    ['is decided on a price of a second before', { pricedAt: at(DELAY - 1_000) }, DELAY, 'decide'],
    ['waits for a newer price than that', { pricedAt: at(DELAY - 1_001) }, DELAY, 'wait'],
    ['is decided on a price that came afterwards', { pricedAt: at(DELAY + 4_000) }, DELAY + 4_000, 'decide'],
    ['waits for a price for ten seconds', { pricedAt: at(DELAY - 1_001) }, DELAY + 10_000, 'wait'],
    [
      'fails after ten seconds without a price',
      { pricedAt: at(DELAY - 1_001) },
      DELAY + 10_001,
      'feed-stale',
    ],
    ['is decided in the last of the ten seconds', {}, DELAY + 10_000, 'decide'],
    ['fails if it was left for longer, price or not', {}, DELAY + 10_001, 'feed-stale'],
    // Suspensions.
    [
      'fails at once if betting is suspended',
      { state: 'suspended', haltedAt: at(2_000) },
      2_000,
      'market-suspended',
    ],
    ['fails after a suspension that is over', { haltedAt: at(1) }, DELAY, 'market-suspended'],
    ['fails after a suspension of the same moment', { haltedAt: at(0) }, DELAY, 'market-suspended'],
    ['passes one that began before it was sent', { haltedAt: at(-1) }, DELAY, 'decide'],
    [
      'fails after one while it waits for a price',
      { haltedAt: at(DELAY + 1) },
      DELAY + 2,
      'market-suspended',
    ],
    ['fails on a suspended market without a record of it', { state: 'suspended' }, DELAY, 'market-suspended'],
    // The close.
    ['fails at the close', { closesAt: at(DELAY) }, DELAY, 'market-closed'],
    ['is decided just before the close', { closesAt: at(DELAY + 1) }, DELAY, 'decide'],
    [
      'fails by the close rather than by a suspension',
      { closesAt: at(3), haltedAt: at(2) },
      4,
      'market-closed',
    ],
    ['fails by the close rather than late', { closesAt: at(DELAY) }, DELAY + 10_001, 'market-closed'],
    ['fails by the suspension rather than late', { haltedAt: at(2) }, DELAY + 10_001, 'market-suspended'],
  ])('%s', (_, parts, now, verdict) => {
    expect(judgeOrder(order, market(parts), at(now))).toBe(verdict);
  });

  test.each<MarketState>(['closed', 'resolving', 'settled', 'void'])('fails on a %s market', (state) => {
    expect(judgeOrder(order, market({ state }), at(1))).toBe('market-closed');
    expect(judgeOrder(order, market({ state, haltedAt: at(1) }), at(DELAY))).toBe('market-closed');
  });
});

test('a price is late enough from one second before the delay ends', () => {
  expect(isConfirmed(order, { pricedAt: at(DELAY - 1_001) })).toBe(false);
  expect(isConfirmed(order, { pricedAt: at(DELAY - 1_000) })).toBe(true);
  expect(isConfirmed(order, { pricedAt: at(DELAY + 60_000) })).toBe(true);
});

/** Something that happens on a market, in the order of time. */
type Happening = { at: number; what: 'price' | 'halt' | 'resume' };

const happenings = fc
  .array(
    fc.record({
      at: fc.integer({ min: -3_000, max: 25_000 }),
      what: fc.constantFrom<Happening['what']>('price', 'price', 'halt', 'resume'),
    }),
    { maxLength: 12 },
  )
  .map((all) => all.toSorted((a, b) => a.at - b.at));

/** The market at a moment, computed from all that happened. */
function marketAt(all: readonly Happening[], now: number, closesAt: number): MarketInPlay {
  const past = all.filter((each) => each.at <= now);
  const last = (what: Happening['what']) => past.findLast((each) => each.what === what)?.at ?? null;
  const turn = past.findLast(({ what }) => what !== 'price')?.what;
  const haltedAt = last('halt');
  return {
    state: turn === 'halt' ? 'suspended' : 'open',
    closesAt: at(closesAt),
    pricedAt: at(last('price') ?? -10_000),
    haltedAt: haltedAt === null ? null : at(haltedAt),
  };
}

describe('whatever happens on a market while an order waits', () => {
  const life = fc.record({
    all: happenings,
    closesAt: fc.integer({ min: 1, max: 40_000 }),
    delay: fc.integer({ min: 5, max: 12 }).map((seconds) => seconds * 1_000),
    step: fc.integer({ min: 90, max: 900 }),
  });

  /** The first verdict that isn't `wait`, by looking again and again. */
  function follow({
    all,
    closesAt,
    delay,
    step,
  }: {
    all: Happening[];
    closesAt: number;
    delay: number;
    step: number;
  }) {
    const waiting = { orderedAt: at(0), decideAt: at(delay) };
    for (let now = 0; now <= 60_000; now += step) {
      const verdict = judgeOrder(waiting, marketAt(all, now, closesAt), at(now));
      if (verdict !== 'wait') return { verdict, now };
    }
    throw new Error('an order waits for ever');
  }

  test('it ends within ten seconds after its delay', () => {
    fc.assert(
      fc.property(life, (lived) => {
        expect(follow(lived).now).toBeLessThanOrEqual(lived.delay + 10_000 + lived.step);
      }),
      runs(500),
    );
  });

  test('it is decided only after its delay, without a suspension since it was sent, and on a price of the last second or later', () => {
    let decided = 0;
    fc.assert(
      fc.property(life, (lived) => {
        const { verdict, now } = follow(lived);
        if (verdict !== 'decide') return;
        decided += 1;
        const meanwhile = lived.all.filter((each) => each.at >= 0 && each.at <= now);
        expect(now).toBeGreaterThanOrEqual(lived.delay);
        expect(now).toBeLessThan(lived.closesAt);
        expect(meanwhile.filter(({ what }) => what === 'halt')).toEqual([]);
        expect(meanwhile.some((each) => each.what === 'price' && each.at >= lived.delay - 1_000)).toBe(true);
      }),
      runs(2_000),
    );
    expect(decided).toBeGreaterThan(0);
  });

  test('it fails as it says: after the close, after a suspension, or ten seconds after its delay', () => {
    fc.assert(
      fc.property(life, (lived) => {
        const { verdict, now } = follow(lived);
        const past = lived.all.filter((each) => each.at <= now);
        const wasHalted =
          past.some((each) => each.what === 'halt' && each.at >= 0) ||
          past.findLast(({ what }) => what !== 'price')?.what === 'halt';
        if (verdict === 'market-closed') expect(now).toBeGreaterThanOrEqual(lived.closesAt);
        if (verdict === 'market-suspended') expect(wasHalted).toBe(true);
        if (verdict === 'feed-stale') expect(now).toBeGreaterThan(lived.delay + 10_000);
      }),
      runs(2_000),
    );
  });

  test('once suspended it never is decided, however late it is looked at', () => {
    fc.assert(
      fc.property(life, fc.integer({ min: 0, max: 60_000 }), ({ all, closesAt, delay }, later) => {
        const halt = all.find((each) => each.what === 'halt' && each.at >= 0);
        if (halt === undefined) return;
        const now = halt.at + later;
        const verdict = judgeOrder(
          { orderedAt: at(0), decideAt: at(delay) },
          marketAt(all, now, closesAt),
          at(now),
        );
        expect(['market-suspended', 'market-closed']).toContain(verdict);
      }),
      runs(1_000),
    );
  });
});

describe('an order that needs the prices of several games', () => {
  const unconfirmed = market({ pricedAt: at(0) });

  test.each<[string, MarketInPlay[], number, OrderVerdict]>([
    ['is decided once all let it be', [market(), market()], DELAY, 'decide'],
    ['waits for its delay', [market(), market()], DELAY - 1, 'wait'],
    ['waits for the price of one', [market(), unconfirmed], DELAY, 'wait'],
    [
      'fails by a suspension of one before the price of another',
      [unconfirmed, market({ haltedAt: at(1) })],
      DELAY,
      'market-suspended',
    ],
    ['fails at the close of one', [market(), market({ closesAt: at(1) })], 1, 'market-closed'],
    ['waits without any left', [], DELAY - 1, 'wait'],
    ['is decided without any left', [], DELAY, 'decide'],
  ])('%s', (_, markets, ms, verdict) => {
    expect(judgeOrderOnAll(order, markets, at(ms))).toBe(verdict);
  });
});

import type { WireQuote } from '@tallystone/core/http-api/betting';
import { describe, expect, test } from 'vitest';
import {
  followOdds,
  offeredOdds,
  type SlipOddsEvent,
  shownOdds,
  slipOddsAt,
  stakeImpact,
} from './slip-odds.ts';

const start = slipOddsAt({ odds: 1.85, version: 7 });

const aQuote = (quote: Partial<WireQuote> = {}): WireQuote => ({
  marketId: 'm_a',
  outcomeId: 'o_a',
  amount: 25,
  odds: 1.83,
  potentialWin: 20.75,
  totalReturn: 45.75,
  maxStake: 900,
  version: 7,
  ...quote,
});

const after = (...events: SlipOddsEvent[]) => events.reduce(followOdds, start);
const quoted = (quote: Partial<WireQuote> = {}, card: { odds: number; version: number } | null = null) =>
  ({ kind: 'quote-arrived', quote: aQuote(quote), card }) as const;

describe('the odds of an open dialog', () => {
  test('a quote of the same market version shows how the stake moves the odds', () => {
    const odds = after(quoted());
    expect(shownOdds(odds)).toBe(1.83);
    expect(offeredOdds(odds)).toBeNull();
    expect(stakeImpact(odds)).toBeCloseTo(-0.0108, 4);
  });

  test('a quote of a later version with the same card odds is adopted silently', () => {
    const odds = after(quoted({ version: 9 }, { odds: 1.85, version: 9 }));
    expect(offeredOdds(odds)).toBeNull();
    expect(odds.card).toEqual({ odds: 1.85, version: 9 });
  });

  test('when the card moved, the shown odds stay and the new odds are offered', () => {
    const odds = after(
      quoted(),
      { kind: 'retyped', amount: 30 },
      quoted({ amount: 30, odds: 1.8, version: 9 }, { odds: 1.82, version: 9 }),
    );
    expect(shownOdds(odds)).toBe(1.85);
    expect(offeredOdds(odds)).toBe(1.8);
  });

  test('the same stake at other odds is offered even if the card did not move', () => {
    const odds = after(quoted(), quoted({ odds: 1.82, version: 8 }, { odds: 1.85, version: 8 }));
    expect(shownOdds(odds)).toBe(1.83);
    expect(offeredOdds(odds)).toBe(1.82);
  });

  test('a stake that keeps its odds keeps them silently when only the card moved', () => {
    const odds = after(quoted(), quoted({ version: 8 }, { odds: 1.84, version: 8 }));
    expect(offeredOdds(odds)).toBeNull();
    expect(odds.card).toEqual({ odds: 1.84, version: 8 });
  });

  test('the accepted offer is shown and signed', () => {
    const odds = after(quoted(), quoted({ odds: 1.8, version: 8 }, { odds: 1.82, version: 8 }), {
      kind: 'offer-used',
    });
    expect(shownOdds(odds)).toBe(1.8);
    expect(odds.card).toEqual({ odds: 1.82, version: 8 });
    expect(offeredOdds(odds)).toBeNull();
  });

  test('card odds of a newer list are offered before any stake is quoted', () => {
    const odds = after({ kind: 'card-arrived', card: { odds: 1.82, version: 8 } });
    expect(shownOdds(odds)).toBe(1.85);
    expect(offeredOdds(odds)).toBe(1.82);
  });

  test('an older list is ignored', () => {
    expect(after({ kind: 'card-arrived', card: { odds: 1.5, version: 6 } })).toEqual(start);
    expect(after({ kind: 'card-arrived', card: { odds: 1.5, version: 7 } })).toEqual(start);
  });

  test('once versions are forgotten, lower ones count as new, and the shown odds stay', () => {
    const offered = after({ kind: 'card-arrived', card: { odds: 1.82, version: 8 } });
    for (const before of [start, offered]) {
      const forgotten = followOdds(before, { kind: 'versions-forgotten' });
      expect(offeredOdds(forgotten)).toBe(offeredOdds(before));
      const odds = followOdds(forgotten, { kind: 'card-arrived', card: { odds: 1.7, version: 2 } });
      expect(shownOdds(odds)).toBe(1.85);
      expect(odds.offer?.card).toEqual({ odds: 1.7, version: 2 });
    }
  });

  test('odds that come back withdraw the offer', () => {
    const odds = after(
      { kind: 'card-arrived', card: { odds: 1.82, version: 8 } },
      { kind: 'card-arrived', card: { odds: 1.85, version: 9 } },
    );
    expect(offeredOdds(odds)).toBeNull();
    expect(odds.card.version).toBe(9);
  });

  test('a newer version at the same odds changes nothing the bettor sees', () => {
    const odds = after(quoted(), { kind: 'card-arrived', card: { odds: 1.85, version: 8 } });
    expect(shownOdds(odds)).toBe(1.83);
    expect(offeredOdds(odds)).toBeNull();
  });

  test('typing another amount keeps the offer but needs a new quote for it', () => {
    const odds = after(quoted({ odds: 1.8, version: 8 }, { odds: 1.82, version: 8 }), {
      kind: 'retyped',
      amount: 30,
    });
    expect(odds.offer).toEqual({ card: { odds: 1.82, version: 8 }, quote: null });
    expect(offeredOdds(odds)).toBe(1.82);
  });

  test('requesting the same amount again keeps the figures', () => {
    const odds = after(quoted(), { kind: 'retyped', amount: 25 });
    expect(shownOdds(odds)).toBe(1.83);
    expect(shownOdds(followOdds(odds, { kind: 'retyped', amount: null }))).toBe(1.85);
  });

  test('the quote of a refusal is offered, and the next list shows whether the card moved too', () => {
    const refused = after(quoted(), quoted({ odds: 1.7, version: 9 }));
    expect(offeredOdds(refused)).toBe(1.7);
    expect(refused.offer?.card).toEqual({ odds: 1.85, version: 7 });
    const listed = followOdds(refused, { kind: 'card-arrived', card: { odds: 1.72, version: 9 } });
    expect(listed.offer).toEqual({ card: { odds: 1.72, version: 9 }, quote: refused.offer?.quote });
    const later = followOdds(refused, { kind: 'card-arrived', card: { odds: 1.7, version: 10 } });
    expect(later.offer).toEqual({ card: { odds: 1.7, version: 10 }, quote: null });
  });

  test('a quote of the offered version completes the offer', () => {
    const odds = after(
      { kind: 'card-arrived', card: { odds: 1.82, version: 8 } },
      quoted({ odds: 1.8, version: 8 }),
    );
    expect(odds.offer?.quote?.odds).toBe(1.8);
    expect(shownOdds(odds)).toBe(1.85);
  });

  test('accepting a missing offer changes nothing', () => {
    expect(after({ kind: 'offer-used' })).toEqual(start);
  });

  test('opening another outcome starts over', () => {
    const odds = after(quoted(), { kind: 'opened', card: { odds: 3, version: 2 } });
    expect(odds).toEqual(slipOddsAt({ odds: 3, version: 2 }));
  });
});

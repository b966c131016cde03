import type { WireQuote } from '@tallystone/core/http-api/betting';
import { describe, expect, test } from 'vitest';
import { AUTO } from './price-protection.ts';
import {
  followOdds,
  offeredOdds,
  type SlipOddsEvent,
  shownOdds,
  signedOdds,
  slipOddsAt,
  stakeImpact,
} from './slip-odds.ts';

const start = slipOddsAt({ odds: 1.85, version: 7 }, AUTO);

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
      expect(odds.newer?.card).toEqual({ odds: 1.7, version: 2 });
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
    expect(odds.newer).toEqual({ card: { odds: 1.82, version: 8 }, quote: null });
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
    expect(refused.newer?.card).toEqual({ odds: 1.85, version: 7 });
    const listed = followOdds(refused, { kind: 'card-arrived', card: { odds: 1.72, version: 9 } });
    expect(listed.newer).toEqual({ card: { odds: 1.72, version: 9 }, quote: refused.newer?.quote });
    const later = followOdds(refused, { kind: 'card-arrived', card: { odds: 1.7, version: 10 } });
    expect(later.newer).toEqual({ card: { odds: 1.7, version: 10 }, quote: null });
  });

  test('a quote of the offered version completes the offer', () => {
    const odds = after(
      { kind: 'card-arrived', card: { odds: 1.82, version: 8 } },
      quoted({ odds: 1.8, version: 8 }),
    );
    expect(odds.newer?.quote?.odds).toBe(1.8);
    expect(shownOdds(odds)).toBe(1.85);
  });

  test('accepting a missing offer changes nothing', () => {
    expect(after({ kind: 'offer-used' })).toEqual(start);
  });

  test('opening another outcome starts over', () => {
    const odds = after(quoted(), { kind: 'opened', card: { odds: 3, version: 2 } });
    expect(odds).toEqual(slipOddsAt({ odds: 3, version: 2 }, AUTO));
  });
});

describe('odds under price protection', () => {
  /** 1.90 for the stake, of which the server suggests to accept 1.86. */
  const agreed = (...events: SlipOddsEvent[]) =>
    after(
      { kind: 'card-arrived', card: { odds: 1.92, version: 7, minOdds: 1.88 } },
      quoted({ odds: 1.9, minOdds: 1.86, version: 8 }, { odds: 1.92, version: 8 }),
      ...events,
    );
  const requoted = (odds: number, minOdds: number, version: number) =>
    quoted({ odds, minOdds, version }, { odds: odds + 0.02, version });

  test('a quote is signed at its suggested minimum', () => {
    expect(signedOdds(agreed())).toBe(1.86);
  });

  test('that fall to the minimum are shown, and the minimum stays', () => {
    const odds = agreed(requoted(1.86, 1.82, 9));
    expect(offeredOdds(odds)).toBeNull();
    expect(shownOdds(odds)).toBe(1.86);
    expect(signedOdds(odds)).toBe(1.86);
  });

  test('that fall below the minimum are offered, and what was seen stays until they are used', () => {
    const odds = agreed(requoted(1.85, 1.81, 9));
    expect(offeredOdds(odds)).toBe(1.85);
    expect(shownOdds(odds)).toBe(1.9);
    expect(signedOdds(odds)).toBe(1.86);
    const used = followOdds(odds, { kind: 'offer-used' });
    expect(shownOdds(used)).toBe(1.85);
    expect(signedOdds(used)).toBe(1.81);
  });

  test('that fall step by step are offered as soon as they are below the minimum first shown', () => {
    expect(offeredOdds(agreed(requoted(1.88, 1.84, 9), requoted(1.85, 1.81, 10)))).toBe(1.85);
  });

  test('that rise are shown, and the minimum rises with them', () => {
    const odds = agreed(requoted(2, 1.95, 9));
    expect(offeredOdds(odds)).toBeNull();
    expect(shownOdds(odds)).toBe(2);
    expect(signedOdds(odds)).toBe(1.95);
    expect(offeredOdds(followOdds(odds, requoted(1.9, 1.86, 10)))).toBe(1.9);
  });

  test('of a card within the protection wait for the quote of the stake', () => {
    const odds = agreed({ kind: 'card-arrived', card: { odds: 1.89, version: 9 } });
    expect(offeredOdds(odds)).toBeNull();
    expect(shownOdds(odds)).toBe(1.9);
    expect(odds.newer).toEqual({ card: { odds: 1.89, version: 9 }, quote: null });
    expect(stakeImpact(odds)).toBeCloseTo(-0.0104, 4);
    const back = followOdds(odds, { kind: 'card-arrived', card: { odds: 1.92, version: 10 } });
    expect(back).toEqual({ ...agreed(), card: { odds: 1.92, version: 10 } });
  });

  test('of a card below the minimum are offered at once', () => {
    expect(offeredOdds(agreed({ kind: 'card-arrived', card: { odds: 1.8, version: 9 } }))).toBe(1.8);
  });

  test('without a stake follow the card within the share that the server keeps', () => {
    const seen = after({ kind: 'card-arrived', card: { odds: 1.85, version: 7, minOdds: 1.81 } });
    const within = followOdds(seen, { kind: 'card-arrived', card: { odds: 1.82, version: 8 } });
    expect(shownOdds(within)).toBe(1.82);
    expect(offeredOdds(within)).toBeNull();
    const below = followOdds(seen, { kind: 'card-arrived', card: { odds: 1.8, version: 8 } });
    expect(offeredOdds(below)).toBe(1.8);
    expect(shownOdds(below)).toBe(1.85);
  });

  test('of a newly typed stake are offered if the card has fallen below the protection', () => {
    const odds = agreed(
      { kind: 'retyped', amount: 30 },
      quoted({ amount: 30, odds: 1.7, minOdds: 1.66, version: 9 }, { odds: 1.72, version: 9 }),
    );
    expect(offeredOdds(odds)).toBe(1.7);
    expect(signedOdds(odds)).toBeNull();
  });

  test.each([
    [{ kind: 'exact' }, 1.9],
    [{ kind: 'own', percent: 5 }, 1.8],
    [{ kind: 'auto' }, 1.86],
  ] as const)('%j signs %d, and lets odds fall no further', (protection, least) => {
    const odds = agreed({ kind: 'protection-chosen', protection });
    expect(signedOdds(odds)).toBe(least);
    const lower = Math.round((least - 0.01) * 100) / 100;
    expect(offeredOdds(followOdds(odds, requoted(least, 1.01, 9)))).toBeNull();
    expect(offeredOdds(followOdds(odds, requoted(lower, 1.01, 9)))).toBe(lower);
  });

  test('that were offered are shown once the bettor widens the protection', () => {
    const odds = agreed(requoted(1.82, 1.78, 9), {
      kind: 'protection-chosen',
      protection: { kind: 'own', percent: 10 },
    });
    expect(offeredOdds(odds)).toBeNull();
    expect(shownOdds(odds)).toBe(1.82);
    expect(signedOdds(odds)).toBe(1.71);
  });
});

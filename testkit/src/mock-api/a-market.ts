import type { WireMarket, WireOutcome } from '@tallystone/core/http-api/markets';

const MINUTE_MS = 60_000;

/** A market for tests: sports, open, ending in a day, two outcomes. */
export function aMarket(
  given: Partial<Omit<WireMarket, 'endsAt'>> & { endsInMinutes?: number } = {},
): WireMarket {
  const { endsInMinutes = 24 * 60, ...rest } = given;
  const endsAt = new Date(Date.now() + endsInMinutes * MINUTE_MS).toISOString();
  return {
    id: 'm_one',
    title: 'Will it rain?',
    description: 'At noon, at the harbour.',
    category: 'sports',
    subcategory: 'soccer',
    state: 'open',
    version: 1,
    source: 'practice',
    premium: true,
    tags: [],
    endsAt,
    closesAt: endsAt,
    settlesBy: new Date(Date.parse(endsAt) + 2 * MINUTE_MS).toISOString(),
    volume: 1234,
    draw: null,
    outcomes: [anOutcome({ id: 'o_yes', name: 'Yes' }), anOutcome({ id: 'o_no', name: 'No' })],
    ...rest,
  };
}

/** An outcome for tests: 54.2% at 1.83, for up to 310 USDC. */
export function anOutcome(given: Partial<WireOutcome> = {}): WireOutcome {
  return { id: 'o_yes', name: 'Yes', probability: 54.2, odds: 1.83, maxAtOdds: 310, ...given };
}

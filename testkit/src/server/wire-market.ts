import type { WireMarket, WireOutcome } from '@tallystone/core/http-api/markets';

/** An outcome as the API returns it, named by its id. */
export const anOutcome = (name: string, probability: number, odds: number | null = 2): WireOutcome => ({
  id: `o_${name}`,
  name,
  probability,
  odds,
  maxAtOdds: odds === null ? null : 10,
});

/** A market as the API returns it. */
export const aWireMarket = (market: Partial<WireMarket> = {}): WireMarket => ({
  id: 'm_rain',
  title: 'Will it rain in Bergen tomorrow?',
  description: 'At least one millimetre at the Florida station.',
  category: 'politics',
  subcategory: 'all',
  state: 'open',
  version: 7,
  source: 'custom',
  premium: true,
  tags: [],
  endsAt: '2026-11-24T16:30:00.000Z',
  closesAt: '2026-11-24T16:30:00.000Z',
  settlesBy: '2026-11-26T16:30:00.000Z',
  volume: 1234.5,
  draw: null,
  outcomes: [anOutcome('Yes', 54.1667, 1.83), anOutcome('No', 45.8333, 2.17)],
  ...market,
});

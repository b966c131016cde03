import { describe, expect, test } from 'vitest';
import { listMarkets } from './list-markets.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString();

const markets = [
  { id: 'match next week', category: 'sports', endsAt: inMinutes(10_000) },
  { id: 'match tonight', category: 'sports', endsAt: inMinutes(45) },
  { id: 'match ended', category: 'sports', endsAt: inMinutes(-1) },
  { id: 'match ends now', category: 'sports', endsAt: inMinutes(0) },
  { id: 'vote', category: 'politics', endsAt: inMinutes(45) },
] as const;

describe('listMarkets', () => {
  test('shows the markets of one category that have not ended, in listing order', () => {
    const shown = listMarkets({ markets, category: 'sports', now });
    expect(shown.map(({ id }) => id)).toEqual(['match tonight', 'match next week']);
  });

  test('shows nothing if there is nothing', () => {
    expect(listMarkets({ markets, category: 'crypto', now })).toEqual([]);
  });
});

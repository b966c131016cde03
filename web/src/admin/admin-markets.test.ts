import { anAdminMarket } from '@tallystone/testkit/mock-api/admin-server.ts';
import { expect, test } from 'vitest';
import { filterAdminMarkets } from './admin-markets.ts';

const now = new Date('2026-11-26T12:00:00.000Z');
const past = '2026-11-26T11:59:00.000Z';
const idsOf = (markets: Parameters<typeof filterAdminMarkets>[0]) =>
  filterAdminMarkets(markets, { search: '', status: 'all', now }).map(({ id }) => id);

test('what needs attention comes first, and what is over last', () => {
  const markets = [
    anAdminMarket({ id: 'settled', state: 'settled', source: 'practice', endsAt: past }),
    anAdminMarket({ id: 'open', endsAt: '2026-11-27T12:00:00.000Z' }),
    anAdminMarket({ id: 'ended', source: 'custom', endsAt: past }),
    anAdminMarket({ id: 'flagged', flag: 'It has no result.', endsAt: past }),
  ];
  expect(idsOf(markets)).toEqual(['flagged', 'ended', 'open', 'settled']);
});

test('a practice market that ended since the figures were read waits for its draw, not for an admin', () => {
  const markets = [
    anAdminMarket({ id: 'drawn', state: 'open', source: 'practice', endsAt: past }),
    anAdminMarket({ id: 'open', endsAt: '2026-11-27T12:00:00.000Z' }),
    anAdminMarket({ id: 'undrawn', state: 'closed', source: 'practice', endsAt: past, flag: 'No result.' }),
  ];
  expect(idsOf(markets)).toEqual(['undrawn', 'open', 'drawn']);
});

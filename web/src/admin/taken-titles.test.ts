import { anAdminMarket } from '@tallystone/testkit/mock-api/admin-server.ts';
import { expect, test } from 'vitest';
import { takenTitles } from './taken-titles.ts';

const NOW = new Date('2026-11-26T12:00:00.000Z');
const LATER = '2026-11-27T12:00:00.000Z';
const BEFORE = '2026-11-25T12:00:00.000Z';

test('only a custom market that can still take bets keeps its title, as on the server', () => {
  const markets = [
    anAdminMarket({ id: 'm_1', title: 'Open', endsAt: LATER }),
    anAdminMarket({ id: 'm_2', title: 'Paused', endsAt: LATER, state: 'suspended' }),
    anAdminMarket({ id: 'm_3', title: 'Settled', endsAt: BEFORE, state: 'settled' }),
    anAdminMarket({ id: 'm_4', title: 'Void', endsAt: BEFORE, state: 'void' }),
    anAdminMarket({ id: 'm_5', title: 'Closed', endsAt: BEFORE, state: 'closed' }),
    anAdminMarket({ id: 'm_6', title: 'Archived', endsAt: LATER, archived: true }),
    anAdminMarket({ id: 'm_7', title: 'Of the feed', endsAt: LATER, source: 'azuro' }),
  ];
  expect(takenTitles(markets, NOW)).toEqual(['open', 'paused']);
});

import { expect, test } from 'vitest';
import { aFakeFeed } from './fake-feed.ts';

test('a condition ends with a state for each outcome once one was set', async () => {
  const feed = aFakeFeed();
  const { id, conditionId } = feed.add();
  const onPlayers = feed.addCondition(id, { '9': '2', '10': '4', '11': '3' }, { category: 'players' });
  const endsNow = async () => (await feed.resultsOf([id]))[0]?.conditions ?? [];
  expect((await endsNow()).map(({ outcomes }) => outcomes)).toEqual([[], []]);
  feed.setOutcomes(onPlayers, { '9': 'Won' });
  feed.setOutcomes(onPlayers, { '10': 'Canceled' });
  const outcomes = [
    { id: '10', state: 'Canceled' },
    { id: '11', state: null },
    { id: '9', state: 'Won' },
  ];
  const ends = await endsNow();
  expect(ends.find((each) => each.id === onPlayers)).toMatchObject({
    state: 'Active',
    wonOutcomeIds: [],
    outcomes,
    raw: { outcomes },
  });
  expect(ends.find((each) => each.id === conditionId)?.outcomes).toEqual([]);
  // Decided outcomes take no bets.
  expect(feed.conditions.get(onPlayers)?.outcomes.map(({ odds }) => odds)).toEqual([null, null, 3_000_000n]);
  expect(() => feed.setOutcomes('x', {})).toThrow('expected condition x');
});

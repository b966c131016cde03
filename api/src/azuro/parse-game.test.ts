import { describe, expect, test } from 'vitest';
import { createDropLog } from './drop-log.ts';
import { parseEach } from './parse-each.ts';
import { parseGame } from './parse-game.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const SECONDS = NOW.getTime() / 1000;
const DAY = 86_400;

const GAME = {
  id: '1006000000000000000001',
  gameId: '1006000000000000000001',
  title: 'Rovers - Town',
  startsAt: String(SECONDS + 3600),
  state: 'Prematch',
  turnover: '8861.4299999999',
  sport: { sportId: '33', name: 'Football' },
  league: { name: 'Premier League', isTopLeague: true },
  country: { name: 'England' },
  participants: [{ name: 'Rovers', image: null }, { name: 'Town' }],
};

function read(...elements: unknown[]) {
  const drops = createDropLog(() => NOW);
  const games = parseEach(elements, {
    what: 'game',
    parse: (element) => parseGame(element, { now: NOW, drops }),
    drops,
  });
  return { games, drops };
}

test('a game is parsed with its names, its start and its turnover in micro-USDT', () => {
  const { games, drops } = read(GAME);
  expect(games).toEqual([
    {
      id: '1006000000000000000001',
      title: 'Rovers - Town',
      state: 'Prematch',
      startsAt: new Date('2026-11-21T13:00:00Z'),
      sport: { id: '33', name: 'Football' },
      league: { name: 'Premier League', isTopLeague: true },
      country: { name: 'England' },
      turnover: 8_861_429_999n,
      participants: ['Rovers', 'Town'],
    },
  ]);
  expect(drops.total).toBe(0);
});

test.each([
  ['a start as a number', { startsAt: SECONDS + 60 }],
  ['no turnover', { turnover: undefined }],
  ['a turnover as a number', { turnover: 12.5 }],
  ['no league', { league: undefined }],
  ['no country', { country: null }],
  ['no image and no participants', { participants: undefined }],
  ['fields that we do not know', { hidden: true, gameStats: { a: [1] } }],
  ['a start 29 days ago', { startsAt: String(SECONDS - 29 * DAY) }],
])('%s is fine', (_, change) => {
  const { games, drops } = read({ ...GAME, ...change });
  expect(games).toHaveLength(1);
  expect(drops.total).toBe(0);
});

describe('a game is dropped and noted', () => {
  test.each<[string, unknown, string]>([
    ['that is null', null, 'it is not an object'],
    ['that is a list', [GAME], 'it is not an object'],
    ['that is text', 'game', 'it is not an object'],
    ['without an id', { ...GAME, id: undefined, gameId: undefined }, 'its id is not an id'],
    ['with words for an id', { ...GAME, gameId: "1' or 1=1" }, 'its id is not an id'],
    ['with an endless id', { ...GAME, gameId: '1'.repeat(65) }, 'its id is not an id'],
    ['with a fraction for an id', { ...GAME, gameId: 1.5 }, 'its id is not an id'],
    ['with an object for an id', { ...GAME, gameId: {} }, 'its id is not an id'],
    ['without a title', { ...GAME, title: null }, 'its title is empty'],
    ['called null', { ...GAME, title: 'null' }, 'its title is empty'],
    ['with a title that is not seen', { ...GAME, title: '\u202e\u200b\u0000' }, 'its title is empty'],
    ['with a title of 201 letters', { ...GAME, title: 'x'.repeat(201) }, 'its title is too long'],
    ['with a title of a million letters', { ...GAME, title: 'x'.repeat(1e6) }, 'its title is too long'],
    ['with a number for a title', { ...GAME, title: 7 }, 'its title is not text'],
    ['in a state that we do not know', { ...GAME, state: 'Paused' }, 'its state is none that we know'],
    ['in a state of another type', { ...GAME, state: ['Live'] }, 'its state is none that we know'],
    ['from 1970', { ...GAME, startsAt: '0' }, 'its start is more than 30 days ago'],
    ['from before 1970', { ...GAME, startsAt: -1 }, 'its start is more than 30 days ago'],
    ['with milliseconds', { ...GAME, startsAt: SECONDS * 1000 }, 'its start is more than 3 years ahead'],
    ['with a date', { ...GAME, startsAt: '2026-11-21' }, 'its start is not a time in seconds'],
    ['with half a second', { ...GAME, startsAt: 1.5 }, 'its start is not a time in seconds'],
    [
      'with an endless start',
      { ...GAME, startsAt: Number.POSITIVE_INFINITY },
      'its start is not a time in seconds',
    ],
    ['without a sport', { ...GAME, sport: null }, 'its sport is not an object'],
    ['with a sport without a name', { ...GAME, sport: { sportId: '33' } }, 'the name of its sport is empty'],
    ['with a list for a league', { ...GAME, league: [] }, 'its league is not an object'],
    [
      'with yes for a top league',
      { ...GAME, league: { name: 'A', isTopLeague: 'yes' } },
      'isTopLeague is not true or false',
    ],
  ])('%s', (_, element, why) => {
    const { games, drops } = read(element, { ...GAME, gameId: '2' });
    expect(games.map(({ id }) => id)).toEqual(['2']);
    expect(drops.latest()).toEqual([{ at: NOW, what: expect.stringMatching(/^game /), why }]);
  });

  test('if it comes a second time, and the first is kept', () => {
    const { games, drops } = read(GAME, { ...GAME, title: 'Somebody else' });
    expect(games.map(({ title }) => title)).toEqual(['Rovers - Town']);
    expect(drops.latest()).toMatchObject([{ why: 'it is in the list already' }]);
  });
});

describe('a game is kept, and the part left out is noted', () => {
  test.each<[string, object, string]>([
    ['a negative turnover', { turnover: '-5' }, 'turnover of game 1006000000000000000001'],
    [
      'a turnover that is not on the wire',
      { turnover: '9'.repeat(12) },
      'turnover of game 1006000000000000000001',
    ],
    ['a turnover without end', { turnover: '9'.repeat(1e6) }, 'turnover of game 1006000000000000000001'],
    [
      'a nameless participant',
      { participants: [{ name: 'A' }, {}] },
      'participants of game 1006000000000000000001',
    ],
    [
      'too many participants',
      { participants: new Array(65).fill({ name: 'A' }) },
      'participants of game 1006000000000000000001',
    ],
    ['participants as text', { participants: 'A - B' }, 'participants of game 1006000000000000000001'],
  ])('%s', (_, change, what) => {
    const { games, drops } = read({ ...GAME, ...change });
    expect(games).toHaveLength(1);
    expect(drops.latest()).toMatchObject([{ what }]);
  });
});

test('marks that reverse text are removed from names', () => {
  expect(read({ ...GAME, title: 'A\u202e -\nB\u200b' }).games[0]?.title).toBe('A - B');
});

test('only the first elements of an endless list are parsed', () => {
  const { drops } = read(...new Array(20_005).fill(null));
  expect(drops.total).toBe(20_001);
  expect(drops.latest()).toHaveLength(50);
  expect(drops.latest()[0]).toMatchObject({ what: '5 more of game', why: 'the list is too long' });
});

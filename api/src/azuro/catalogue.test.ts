import { azuroDataSchema, type WireGame } from '@tallystone/core/http-api/azuro';
import { MARKET_GROUPS, type MarketGroup } from '@tallystone/core/http-api/market-group';
import { aFakeFeed } from '@tallystone/testkit/feed/fake-feed.ts';
import { type ControlledStandIn, startControlledStandIn } from '@tallystone/testkit/feed/stand-in.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AzuroFeed, FeedUnavailable } from './azuro-feed.ts';
import { type Catalogue, createCatalogue } from './catalogue.ts';
import { createDropLog, type DropLog } from './drop-log.ts';
import { openAzuroFeed } from './open-azuro-feed.ts';

let standIn: ControlledStandIn;
let feed: AzuroFeed;
let drops: DropLog;
let catalogue: Catalogue;
let now: Date;

beforeEach(async () => {
  const beganAt = new Date();
  now = beganAt;
  // Stays at the beginning of its season, because its first timed events come within seconds.
  standIn = await startControlledStandIn({
    season: { number: 0, beganAt },
    control: false,
    now: () => beganAt.getTime(),
  });
  drops = createDropLog(() => now);
  const limits = { timeoutMs: 60_000, pauseMs: 1, failures: 99 };
  feed = openAzuroFeed({ apiUrl: standIn.apiUrl, wsUrl: standIn.wsUrl, drops, limits });
  catalogue = createCatalogue({ feed, drops, now: () => now, takesSeveral: async () => true });
});
afterEach(async () => {
  feed.close();
  await standIn.close();
});

const data = (imported: string[] = [], groups: readonly MarketGroup[] = MARKET_GROUPS) =>
  catalogue.data({ imported: new Set(imported), groups: new Set(groups) }, 'demo-feed');
function game(title: string): WireGame {
  const found = data().games.find((each) => each.title.startsWith(title));
  if (found === undefined) throw new Error(`no game ${title}`);
  return found;
}
const pass = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};

describe('what admins see', () => {
  test('before the first reading: no games, and stale', () => {
    expect(data()).toEqual({
      total: 0,
      games: [],
      sports: [],
      upcoming: 0,
      live: 0,
      source: 'demo-feed',
      syncedAt: null,
      stale: true,
      dropped: 0,
      drops: [],
    });
  });

  test('upcoming and running games, in their wire form', async () => {
    expect(await catalogue.sync()).toEqual({ syncedAt: now, games: 36 });
    const seen = data(['1006000000000090000001']);
    expect(azuroDataSchema.parse(seen)).toEqual(seen);
    expect(seen).toMatchObject({ total: 36, upcoming: 30, live: 6, stale: false, dropped: 0 });
    expect(seen.syncedAt).toBe(now.toISOString());
    expect(seen).not.toHaveProperty('problem');
    expect(seen.sports).toEqual([
      'American Football',
      'Baseball',
      'Basketball',
      'Boxing',
      'Counter-Strike 2',
      'Football',
      'Ice Hockey',
      'MMA',
      'Politics',
      'Tennis',
    ]);
    expect(seen.games.filter(({ imported }) => imported).map(({ id }) => id)).toEqual([
      '1006000000000090000001',
    ]);
    expect(seen.games.filter(({ status }) => status === 'Active')).toHaveLength(34);
    const starts = seen.games.map(({ startsAt }) => startsAt);
    expect(starts).toEqual(starts.toSorted());
  });

  test('a game with the outcomes of the market that an import would take, and no others', async () => {
    await catalogue.sync();
    const { conditions, status, state, sport } = game('Castleham');
    expect({ status, state, sport }).toEqual({
      status: 'Active',
      state: 'Prematch',
      sport: { name: 'Football', sportId: '33' },
    });
    expect(conditions.slice(0, 6).map(({ marketName }) => marketName)).toEqual([
      'Full Time Result',
      'Double Chance',
      'Both Teams To Score',
      'Total Goals 2.5',
      'Total Goals 3.5',
      'Handicap -1.5',
    ]);
    expect(conditions.filter(({ outcomes }) => outcomes !== undefined)).toHaveLength(1);
    expect(conditions[0]?.outcomes?.map(({ name }) => name)).toEqual([
      'Castleham City',
      'Draw',
      'Port Elwood',
    ]);
  });

  test('hidden conditions are left out, and outcomes missing in the dictionary have a name', async () => {
    await catalogue.sync();
    const shown = game('FC Rheinstadt').conditions;
    expect(shown.filter(({ marketName }) => marketName === 'Full Time Result')).toHaveLength(1);
    expect(game('Internazionale').conditions[6]?.marketName).toBe('Unknown market');
    expect(game('Candidate A').conditions).toMatchObject([
      {
        marketName: 'Election winner',
        outcomes: [
          { name: 'Candidate A', odds: 1.84 },
          { name: 'Candidate B', odds: 2 },
        ],
      },
      { marketName: 'Turnout in percent 60.5' },
    ]);
  });

  test('which conditions an import would take, and why not the others', async () => {
    await catalogue.sync();
    const { conditions } = game('Castleham');
    const said = (name: string) => conditions.find(({ marketName }) => marketName === name);
    expect(said('Full Time Result')).toMatchObject({ group: 'result' });
    expect(said('Total Goals 2.5')).toMatchObject({ group: 'total' });
    expect(said('Double Chance')).toMatchObject({ group: 'result' });
    const chosen = data([], ['result']).games.find(({ title }) => title.startsWith('Castleham'));
    const total = chosen?.conditions.find(({ marketName }) => marketName === 'Total Goals 2.5');
    expect(total).toMatchObject({ dropped: 'not_chosen' });
    expect(total).not.toHaveProperty('group');
  });

  test('how many markets an import would make of a condition of players, of whom one has no odds', async () => {
    const fake = aFakeFeed();
    const { id: gameId } = fake.add({ participants: ['Home', 'Away'] });
    const id = fake.addCondition(gameId, { 1: '2.5', 2: '4', 3: '9' }, { id: '50061' });
    const added = fake.conditions.get(id);
    if (added === undefined) throw new Error('expected the condition');
    const outcomes = added.outcomes.map((outcome, place) => ({
      ...outcome,
      title: `Player ${place}`,
      odds: place === 0 ? null : outcome.odds,
    }));
    fake.conditions.set(id, { ...added, category: 'players', title: 'Anytime goalscorer', outcomes });
    catalogue = createCatalogue({ feed: fake, drops, now: () => now, takesSeveral: async () => true });
    await catalogue.sync();
    const [seen] = data().games;
    expect(seen?.conditions.find(({ conditionId }) => conditionId === id)).toMatchObject({
      group: 'players',
      markets: 2,
    });
    expect(seen?.conditions.find(({ conditionId }) => conditionId !== id)).not.toHaveProperty('markets');
  });

  test('a game whose main market takes no bets is stopped', async () => {
    await catalogue.sync();
    expect([game('Deportivo Marina').status, game('Sporting Lumina').status]).toEqual(['Stopped', 'Stopped']);
  });

  test('a game is upcoming until it starts', async () => {
    await catalogue.sync();
    pass(60 * 24 * 365);
    expect(data()).toMatchObject({ upcoming: 0, total: 36 });
  });
});

describe('a reading', () => {
  test('is shared by concurrent calls, and repeated for later ones', async () => {
    const results = await Promise.all([catalogue.sync(), catalogue.sync(), catalogue.sync()]);
    const asked = standIn.control.status().requests;
    expect(asked).toEqual({
      '/market-manager/games-by-filters': 2,
      '/market-manager/conditions-by-game-ids': 1,
    });
    expect(new Set(results.map(({ games }) => games))).toEqual(new Set([36]));
    await catalogue.sync();
    expect(standIn.control.status().requests['/market-manager/games-by-filters']).toBe(4);
  });

  test.each([
    ['of games', '/games-by-filters'],
    ['of conditions', '/conditions-by-game-ids'],
  ])('%s that fails keeps the last good one, and adds its age and a sentence', async (_, path) => {
    await catalogue.sync();
    const good = data();
    standIn.control.fail({ mode: 'html', paths: [path] });
    pass(2);
    await expect(catalogue.sync()).rejects.toThrow(FeedUnavailable);
    expect(data()).toEqual({
      ...good,
      problem: "The feed's answer is not valid data.",
      problemReason: { code: 'feed-no-data' },
    });
    pass(1);
    expect(data().stale).toBe(false);
    pass(0.1);
    expect(data()).toMatchObject({ stale: true, total: 36, syncedAt: good.syncedAt });

    standIn.control.fail({ mode: 'off' });
    await catalogue.sync();
    expect(data()).toMatchObject({ stale: false, syncedAt: now.toISOString() });
    expect(data()).not.toHaveProperty('problem');
  });

  test('lists what it dropped, newest first', async () => {
    standIn.control.answerRaw({
      path: '/games-by-filters?gameState=Live',
      body: '{"games":[{"gameId":"12"},null]}',
    });
    await catalogue.sync();
    expect(data()).toMatchObject({
      total: 30,
      live: 0,
      dropped: 2,
      drops: [
        { at: now.toISOString(), what: 'game (null)', why: 'it is not an object' },
        { what: 'game 12' },
      ],
    });
  });
});

test('all of 2,000 games are read', async () => {
  standIn.control.addGames(1964);
  await catalogue.sync();
  expect(catalogue.games()).toHaveLength(2000);
  expect(data().games.every(({ id }) => id !== '')).toBe(true);
  expect(drops.total).toBe(0);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AzuroFeed, ConditionUpdate, GameUpdate } from '../azuro-feed.ts';
import { createDropLog, type DropLog } from '../drop-log.ts';
import { openToolkitFeed } from '../toolkit-feed.ts';
import { FIXTURE } from './fixture.ts';
import { type StandIn, startStandIn } from './start-stand-in.ts';

const FIRST = '1006000000000090000001';
const FIRST_MAIN = '300610060000000000900000010000000000000005000000';

let standIn: StandIn;
let feed: AzuroFeed;
let drops: DropLog;
beforeAll(async () => {
  // Its timed events come within the next hour, and nothing else does.
  const season = { number: 0, beganAt: new Date(Date.now() + 3_600_000) };
  standIn = await startStandIn({ season, control: false });
  drops = createDropLog(() => new Date());
  feed = openToolkitFeed({ apiUrl: standIn.apiUrl, wsUrl: standIn.wsUrl, drops });
});
afterAll(async () => {
  feed.close();
  await standIn.close();
});

test("every game and condition passes through Azuro's own toolkit and our parsers, and none is dropped", async () => {
  const listed = await feed.listGames();
  expect(listed.map((game) => game.state).sort()).toEqual([
    ...Array.from({ length: 6 }, () => 'Live'),
    ...Array.from({ length: 30 }, () => 'Prematch'),
  ]);
  const ids = FIXTURE.games.map((game) => game.gameId);
  expect((await feed.gamesByIds(ids)).map((game) => game.id)).toEqual(ids);
  const conditions = await feed.conditionsByGameIds(ids);
  expect(conditions.length).toBe(FIXTURE.conditions.length);
  const states = await feed.conditionStates(conditions.map((condition) => condition.id));
  expect(states.length).toBe(conditions.length);
  expect(drops.total).toBe(0);
});

test('what is changed reaches who follows it over the socket', async () => {
  const conditions: ConditionUpdate[] = [];
  const games: GameUpdate[] = [];
  const subscription = feed.subscribe({
    onCondition: (update) => conditions.push(update),
    onGame: (update) => games.push(update),
    onOpen: () => undefined,
  });
  subscription.follow({ conditionIds: [FIRST_MAIN], gameIds: [FIRST] });
  // What changes before it is open and has said what it follows is missed.
  await expect
    .poll(() => {
      standIn.control.setCondition(FIRST_MAIN, 'Stopped');
      return conditions.length;
    })
    .toBeGreaterThan(0);
  expect(conditions[0]).toMatchObject({ id: FIRST_MAIN, state: 'Stopped' });
  standIn.control.setGame(FIRST, { state: 'Canceled' });
  await expect.poll(() => games.length).toBe(1);
  expect(games[0]).toMatchObject({ id: FIRST, state: 'Canceled' });
  subscription.close();
});

test('what nobody asked for, as of another environment, is left out and noted', async () => {
  const before = drops.total;
  const body = JSON.stringify({
    games: FIXTURE.games.slice(0, 2).map((game) => ({ ...game, startsAt: later() })),
  });
  standIn.control.answerRaw({ path: '/games-by-ids', body, count: 1 });
  expect((await feed.gamesByIds([FIRST])).map((game) => game.id)).toEqual([FIRST]);
  expect(drops.total).toBe(before + 1);
  expect(drops.latest()[0]).toMatchObject({ what: FIXTURE.games[1]?.gameId, why: 'nobody asked for it' });
});

const later = () => String(Math.floor(Date.now() / 1_000) + 86_400);

import { aFeedMarket, type TestMarket } from '@tallystone/testkit/betting/betting.ts';
import {
  aLiveBet,
  aLiveBettor,
  confirm,
  expectSoundBooks,
  type LiveBetting,
  openLiveBooks,
  takenByContract,
} from '@tallystone/testkit/betting/live-betting.ts';
import { wonBy } from '@tallystone/testkit/betting/settling.ts';
import { openPatiently, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { undone } from '@tallystone/testkit/database/undone.ts';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { applyGames } from '../azuro/apply-updates.ts';
import type { FeedResult } from '../azuro/azuro-feed.ts';
import { createDropLog } from '../azuro/drop-log.ts';
import { failLiveBets } from '../betting/fail-live-bets.ts';
import { placeBet } from '../betting/place-bet.ts';
import { replayBets } from '../betting/replay-bets.ts';
import { col, rows } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { replayMoments } from '../ledger/replay-moments.ts';
import { closeMarkets } from './close-markets.ts';
import { openFeedResults } from './feed-results.ts';
import {
  listResultsPayingLateBets,
  listResultsToRecheck,
  recordStart,
  takeBackIfPayingLateBets,
  wereLateBetsPaid,
} from './feed-results-store.ts';
import { flagLateBets } from './flag-late-bets.ts';
import { proposeResolution } from './propose-resolution.ts';

let database: TestDatabase;
let betting: LiveBetting;
beforeAll(async () => {
  ({ database, betting } = await openLiveBooks());
});
afterEach(async () => {
  await expectSoundBooks(database.db);
  expect(await replayMoments(database.db)).toEqual([]);
});
afterAll(() => database.close());

interface Game extends TestMarket {
  readonly gameId: string;
}

interface Pending {
  readonly id: string;
  readonly placedAt: Date;
}

/** A market of the feed on the contract, with bets on their way to the chain. */
async function aGame(count = 1): Promise<{ game: Game; bets: Pending[]; last: Pending }> {
  const { db } = database;
  const game = await aFeedMarket(db, { odds: [3, 1.5] });
  await takenByContract(db, game);
  const bettor = await aLiveBettor(db, betting);
  await db.execute(sql`
    update outcomes set azuro_outcome_id = (29 + position)::text where market_id = ${game.marketId}`);
  // Each bet is at least a millisecond after the one before, because it is quoted and signed in between.
  for (let left = count; left > 0; left -= 1)
    await placeBet(betting, await aLiveBet(betting, { bettor, market: game, amount: 10 }));
  const found = await rows(
    db,
    { id: col.text, placed_at: col.text },
    sql`select id, placed_at from live_bets where market_id = ${game.marketId} order by seq`,
  );
  const bets = found.map(({ id, placed_at: at }) => ({ id, placedAt: new Date(at) }));
  const last = bets.at(-1);
  if (last === undefined) throw new Error('expected a bet');
  return { game, bets, last };
}

/** The feed says that the game began then and is running; betting has ended then, as the settler stores it. */
async function begin({ marketId, gameId }: Game, startsAt: Date): Promise<void> {
  const update = { id: gameId, state: 'Live' as const, startsAt, raw: { id: gameId }, at: new Date() };
  await applyGames(
    database.db,
    [update],
    createDropLog(() => new Date()),
  );
  expect(await closeMarkets(database.db)).toEqual([marketId]);
}

/** What versions that did not count pending bets left: the game has begun, and no bet is marked late. */
async function beginUnnoted({ marketId, gameId }: Game, startsAt: Date): Promise<void> {
  const from = startsAt.toISOString();
  await database.db.execute(sql`
    update markets set starts_at = ${from}, ends_at = ${from}, closes_at = ${from}, version = version + 1
    where id = ${marketId}`);
  await database.db.execute(
    sql`update games set starts_at = ${from}, state = 'Finished' where id = ${gameId}`,
  );
  expect(await closeMarkets(database.db)).toEqual([marketId]);
}

const fail = (ids: string[]) =>
  transaction(database.db, (tx) =>
    failLiveBets(tx, { failed: ids.map((betId) => ({ betId, failure: 'not-included' })) }),
  );

async function standing({ marketId }: Game) {
  const [row] = await rows(
    database.db,
    { state: col.text, review: col.text.orNull, late: col.text.orNull },
    sql`select state, review, late_from as late from markets where id = ${marketId}`,
  );
  const words = await rows(
    database.db,
    { from: col.text.orNull },
    sql`
      select a.after ->> 'lateFrom' as "from" from audit a
      where a.action = 'market.late-start' and a.subject = ${marketId} order by a.id`,
  );
  return {
    state: row?.state,
    review: row?.review,
    lateFrom: row?.late ? new Date(row.late) : null,
    words: words.map(({ from }) => from),
  };
}

const propose = (game: Game, result = wonBy(game)) =>
  proposeResolution(database.db, {
    marketId: game.marketId,
    result,
    source: 'feed',
    evidence: 'The feed says so.',
    proposer: { kind: 'system' },
    hash: null,
    mode: 'live',
  });

/** The feed's answer about this game: it is over, began then, and the first outcome has won. */
async function ask(game: Game, startsAt: Date): Promise<void> {
  const { db } = database;
  const [condition] = await rows(
    db,
    { id: col.text },
    sql`select azuro_condition_id as id from markets where id = ${game.marketId}`,
  );
  const errors: unknown[] = [];
  const results = openFeedResults({
    db,
    feed: {
      resultsOf: async (gameIds) =>
        gameIds
          .filter((id) => id === game.gameId)
          .map(
            (gameId): FeedResult => ({
              gameId,
              askedAt: new Date(),
              game: { state: 'Finished', startsAt, raw: {} },
              conditions: [
                { id: condition?.id ?? '', state: 'Resolved', wonOutcomeIds: ['29'], outcomes: [], raw: {} },
              ],
            }),
          ),
    },
    mode: 'live',
    onProposed: () => undefined,
    onError: (error) => errors.push(error),
  });
  await results.look();
  await results.stop();
  expect(errors).toEqual([]);
}

test('bets pending when an earlier start is recorded are late, and once they are final the market can only be voided', async () => {
  const { game, bets, last } = await aGame(2);
  await begin(game, last.placedAt);
  const heard = { lateFrom: last.placedAt, words: [last.placedAt.toISOString()] };
  expect(await standing(game)).toMatchObject(heard);
  // The chain's decision about them decides whether a result is possible.
  expect(await flagLateBets(database.db, game.marketId)).toBe(false);
  await expect(propose(game)).rejects.toThrow('not final on the blockchain yet');
  await expectSoundBooks(database.db);
  const forged = await undone(database.db, async (tx) => {
    await tx.execute(sql`update markets set late_from = 'epoch' where id = ${game.marketId}`);
    return (await replayBets(tx)).differences;
  });
  expect(forged).toMatchObject([
    { what: `the start from which on bets on market ${game.marketId} are late` },
  ]);

  await confirm(
    database.db,
    bets.map(({ id }) => id),
  );
  await ask(game, last.placedAt);
  expect(await standing(game)).toMatchObject({ ...heard, state: 'closed' });
  // The next round finds the market locked by another process.
  const hasty = await openPatiently(database.url, { lockTimeoutMs: 500 });
  await transaction(database.db, async (tx) => {
    await tx.execute(sql`select from markets where id = ${game.marketId} for update`);
    expect(await flagLateBets(hasty.db, game.marketId)).toBe(false);
  });
  await hasty.close();
  expect(await flagLateBets(database.db, game.marketId)).toBe(true);
  expect(await standing(game)).toMatchObject({ ...heard, review: 'late-bets' });
  const [flagged] = await rows(
    database.db,
    sql`
      select a.after -> 'bets' as bets from audit a where a.action = 'market.late-bets' and a.subject = ${game.marketId}`,
  );
  // One of them was placed before the game began.
  expect(flagged).toEqual({ bets: 1 });
  await expect(propose(game)).rejects.toThrow('can only be void');
  await propose(game, { kind: 'void' });
  expect(await standing(game)).toMatchObject({ state: 'resolving' });
});

test('a start just after the last pending bet makes none late', async () => {
  const { game, last } = await aGame();
  await begin(game, new Date(last.placedAt.getTime() + 1));
  expect(await standing(game)).toMatchObject({ lateFrom: null, words: [] });
  await confirm(database.db, [last.id]);
  await ask(game, new Date(last.placedAt.getTime() + 1));
  expect(await standing(game)).toMatchObject({ state: 'resolving', lateFrom: null });
});

test('pending bets that were late and failed leave the result of the feed', async () => {
  const { game, bets, last } = await aGame(2);
  await begin(game, last.placedAt);
  await confirm(
    database.db,
    bets.slice(0, 1).map(({ id }) => id),
  );
  await fail([last.id]);
  // As the driver of the chain's markets does each second.
  expect(await flagLateBets(database.db, game.marketId)).toBe(true);
  expect(await standing(game)).toMatchObject({ state: 'closed', review: null, lateFrom: null });
  await ask(game, last.placedAt);
  expect(await standing(game)).toMatchObject({ state: 'resolving', review: null, lateFrom: null });
});

test('a late bet that became final after the start was recorded takes back a result, even if the market lost its mark', async () => {
  const { game, last } = await aGame();
  const { db } = database;
  await begin(game, last.placedAt);
  await confirm(db, [last.id]);
  await db.execute(sql`update markets set late_from = null where id = ${game.marketId}`);
  await propose(game);
  expect(await listResultsPayingLateBets(db)).toEqual([game.marketId]);
  expect(await takeBackIfPayingLateBets(db, game.marketId)).toBe(true);
  expect(await standing(game)).toMatchObject({ state: 'closed', lateFrom: last.placedAt });
});

test('the request for results finds bets that are late from the very close of betting on', async () => {
  const { game, last } = await aGame();
  await beginUnnoted(game, last.placedAt);
  await confirm(database.db, [last.id]);
  await ask(game, last.placedAt);
  expect(await standing(game)).toMatchObject({
    state: 'closed',
    lateFrom: last.placedAt,
    words: [last.placedAt.toISOString()],
  });
  // Not even before it is read again.
  expect(await rows(database.db, sql`select from resolutions where market_id = ${game.marketId}`)).toEqual(
    [],
  );
});

test('a result with bets from the very close of betting on is checked again, and reported if it was paid', async () => {
  const { game, last } = await aGame();
  const { db } = database;
  await beginUnnoted(game, last.placedAt);
  await confirm(db, [last.id]);
  await propose(game);
  expect((await listResultsToRecheck(db)).map(({ id }) => id)).toEqual([game.marketId]);
  const { marketId } = game;
  const paid = await undone(db, async (tx) => {
    await tx.execute(sql`
      update markets set state = 'settled', settled_through = 0, won_outcome_id = ${game.outcomeIds[0]},
        ended_at = clock_timestamp()
      where id = ${marketId}`);
    return {
      at: await wereLateBetsPaid(tx, { marketId, began: last.placedAt }),
      after: await wereLateBetsPaid(tx, { marketId, began: new Date(last.placedAt.getTime() + 1) }),
    };
  });
  expect(paid).toEqual({ at: true, after: false });
  await ask(game, last.placedAt);
  expect(await standing(game)).toMatchObject({ state: 'closed', lateFrom: last.placedAt });
});

test('a market that an older version left waiting gets its start while its late bet is pending', async () => {
  const { game, last } = await aGame();
  const { marketId, gameId } = game;
  await beginUnnoted(game, last.placedAt);
  await database.db.execute(
    sql`update markets set late_from = ${last.placedAt.toISOString()} where id = ${marketId}`,
  );
  await recordStart(database.db, { marketId, gameId, began: last.placedAt, said: {} });
  expect(await standing(game)).toMatchObject({ words: [last.placedAt.toISOString()] });
});

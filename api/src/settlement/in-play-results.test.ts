import {
  aBet,
  aBettingProcess,
  aBettor,
  fundTheHouse,
  type TestBetting,
  type TestBettor,
} from '@tallystone/testkit/betting/betting.ts';
import { aGameInPlay, type GameInPlay } from '@tallystone/testkit/betting/in-play.ts';
import { payAll, wrongAccounts } from '@tallystone/testkit/betting/settling.ts';
import { movedEngines } from '@tallystone/testkit/database/engines.ts';
import type { MovedDatabase } from '@tallystone/testkit/database/moved-clock.ts';
import { aFakeFeed } from '@tallystone/testkit/feed/fake-feed.ts';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { decideOrders } from '../betting/decide-orders.ts';
import { placeBet } from '../betting/place-bet.ts';
import { replayBets } from '../betting/replay-bets.ts';
import { col, row, rows } from '../db/rows.ts';
import { checkInvariants } from '../ledger/check-invariants.ts';
import { closeMarkets } from './close-markets.ts';
import { openFeedResults } from './feed-results.ts';
import { refundLateBets } from './refund-late-bets.ts';

describe.each(movedEngines)('the result of a game in play, on %s', (_name, open) => {
  let database: MovedDatabase;
  let betting: TestBetting;
  let bettor: TestBettor;
  const feed = aFakeFeed();
  beforeAll(async () => {
    database = await open();
    await fundTheHouse(database.db);
    betting = aBettingProcess(database.db, database);
  });
  beforeEach(async () => {
    bettor = await aBettor(database.db);
  });
  afterEach(async () => {
    expect(await wrongAccounts(database.db)).toEqual([]);
    const verdicts = await checkInvariants(database.db, { kind: 'everything' });
    expect(verdicts.filter(({ offenders }) => offenders.length > 0)).toEqual([]);
    const { differences } = await database.db.transaction((tx) => replayBets(tx));
    expect(differences).toEqual([]);
  });
  afterAll(() => database.close());

  const bet = async (marketId: string, odds: number): Promise<string> => {
    const { id } = await row(
      database.db,
      { id: col.text },
      sql`select id from outcomes where market_id = ${marketId} and position = 0`,
    );
    return (await placeBet(betting, aBet(bettor, { marketId, outcomeId: id, amount: 10, odds }))).id;
  };

  /** A bet in play that was filled. */
  async function filled(game: GameInPlay): Promise<string> {
    const id = await bet(game.marketId, 2);
    await database.advance(8000);
    await game.price(['2', '3.5', '4']);
    expect(await decideOrders(database.db, game.marketId)).toBe(true);
    return id;
  }

  /** The feed says which outcome won. */
  function resolve({ conditionId }: GameInPlay, place: number): void {
    const condition = feed.conditions.get(conditionId);
    if (condition === undefined) throw new Error('expected the condition');
    feed.conditions.set(conditionId, {
      ...condition,
      state: 'Resolved',
      wonOutcomeIds: [condition.outcomes[place]?.id ?? ''],
    });
  }

  async function finish(game: GameInPlay): Promise<void> {
    await game.say('Finished');
    await database.advance(1000);
    await closeMarkets(database.db);
    resolve(game, 0);
  }

  /** Reads the feed's results once. */
  async function look(): Promise<void> {
    const errors: unknown[] = [];
    const results = openFeedResults({
      ...{ db: database.db, feed, mode: 'demo', onProposed: () => undefined },
      onError: (error) => void errors.push(error),
    });
    await results.look();
    await results.stop();
    expect(errors).toEqual([]);
  }

  const pay = (marketId: string) => payAll(database.db, { marketId, outcomeIds: [] });
  const endings = (betId: string) =>
    rows(database.db, sql`select kind, amount::text from bet_endings where bet_id = ${betId}`);

  test('pays the bets in play, while bets from before the start that are late are refunded', async () => {
    let lateId = '';
    const game = await aGameInPlay(database, {
      feed,
      beforeStart: async ({ marketId }) => {
        lateId = await bet(marketId, 1.01);
      },
    });
    const id = await filled(game);
    await finish(game);
    // The game began before either bet.
    const played = feed.games.get(game.gameId);
    if (played === undefined) throw new Error('expected the game');
    const startsAt = new Date(played.startsAt.getTime() - 3_600_000);
    feed.games.set(played.id, { ...played, startsAt });
    await look();
    const late = { marketId: game.beforeId, chunk: 100, mode: 'demo' } as const;
    expect(await refundLateBets(database.db, late)).not.toBeNull();
    expect(await refundLateBets(database.db, { ...late, marketId: game.marketId })).toBeNull();
    await look();
    expect(await pay(game.beforeId)).toContain('ended');
    expect(await pay(game.marketId)).toContain('ended');
    expect(await endings(lateId)).toEqual([{ kind: 'refund', amount: '10000000' }]);
    expect(await endings(id)).toEqual([{ kind: 'payout', amount: '20000000' }]);
  });

  test('of one that is canceled gives the stakes back, and fails what waits', async () => {
    const game = await aGameInPlay(database, { feed });
    const id = await filled(game);
    const waiting = await bet(game.marketId, 2);
    await game.say('Canceled');
    expect(await decideOrders(database.db, game.marketId)).toBe(true);
    expect(
      await rows(database.db, sql`select kind, code from order_ends where order_id = ${waiting}`),
    ).toEqual([{ kind: 'failed', code: 'market-suspended' }]);
    await look();
    expect(await pay(game.marketId)).toContain('ended');
    expect(await endings(id)).toEqual([{ kind: 'refund', amount: '10000000' }]);
  });

  test('that the feed takes back before it is paid is given to an admin', async () => {
    const game = await aGameInPlay(database, { feed });
    const id = await filled(game);
    await finish(game);
    await look();
    const stateOf = () =>
      row(
        database.db,
        { state: col.text, review: col.text.orNull },
        sql`select state, review from markets where id = ${game.marketId}`,
      );
    expect(await stateOf()).toEqual({ state: 'resolving', review: null });
    resolve(game, 1);
    await look();
    expect(await stateOf()).toEqual({ state: 'closed', review: 'corrected' });
    expect(await endings(id)).toEqual([]);
  });
});

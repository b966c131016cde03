import { aBet, aBettingProcess, aBettor, fundTheHouse } from '@tallystone/testkit/betting/betting.ts';
import { aGameInPlay, type GameInPlay } from '@tallystone/testkit/betting/in-play.ts';
import { movedEngines } from '@tallystone/testkit/database/engines.ts';
import type { MovedDatabase } from '@tallystone/testkit/database/moved-clock.ts';
import { aFakeFeed } from '@tallystone/testkit/feed/fake-feed.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NO_METERS } from '../meters/meters.ts';
import { findBet } from './list-bets.ts';
import { openOrderRounds } from './open-order-rounds.ts';
import { placeBet } from './place-bet.ts';

describe.each(movedEngines)('on %s', (_name, open) => {
  let database: MovedDatabase;
  beforeAll(async () => {
    database = await open();
    await fundTheHouse(database.db);
  }, 120_000);
  afterAll(() => database.close());

  test('while the feed hangs, a bet on a suspended market gets its stake back, and the feed is asked once', async () => {
    const { db } = database;
    const betting = aBettingProcess(db, database);
    const bettor = await aBettor(db);
    const feed = aFakeFeed();
    const [running, suspended] = [
      await aGameInPlay(database, { feed }),
      await aGameInPlay(database, { feed }),
    ];
    await running.price(['2', '3.5', '4']);
    const order = ({ marketId, outcomeIds }: GameInPlay) =>
      placeBet(betting, aBet(bettor, { marketId, outcomeId: outcomeIds[0] ?? '', amount: 10, odds: 2 }));
    const statusOf = async ({ id: betId }: { id: string }) => {
      const { userId } = bettor.session;
      return (await findBet(db, { userId, family: bettor.wallet.family, mode: 'demo', betId }))?.status;
    };
    const [waiting, stopped] = [await order(running), await order(suspended)];
    await suspended.price(null);
    await database.advance(8000);

    const errors: unknown[] = [];
    const asked: (readonly string[])[] = [];
    let answer: () => void = () => undefined;
    const rounds = openOrderRounds({
      db,
      feed: {
        confirm(conditionIds) {
          asked.push(conditionIds);
          return new Promise((resolve) => {
            answer = resolve;
          });
        },
      },
      meters: NO_METERS,
      mayPay: () => true,
      onDecided: () => undefined,
      decideCombos: async () => undefined,
      onError: (error) => errors.push(error),
      waitsForFeedMs: 0,
    });
    await rounds.now();
    expect([await statusOf(waiting), await statusOf(stopped)]).toEqual(['pending', 'failed']);
    await rounds.now();
    expect(asked).toEqual([[running.conditionId]]);

    // Once the feed answers, the other bet has its price.
    await running.price(['2', '3.5', '4']);
    answer();
    await rounds.now();
    expect(await statusOf(waiting)).toBe('confirmed');
    await rounds.stop();
    expect(errors).toEqual([]);
  });
});

import {
  aBet,
  aBettingProcess,
  aBettor,
  fundTheHouse,
  type TestBetting,
  type TestBettor,
} from '@tallystone/testkit/betting/betting.ts';
import { aGameInPlay, type GameInPlay } from '@tallystone/testkit/betting/in-play.ts';
import { movedEngines } from '@tallystone/testkit/database/engines.ts';
import type { MovedDatabase } from '@tallystone/testkit/database/moved-clock.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { col, rows } from '../db/rows.ts';
import { checkInvariants } from '../ledger/check-invariants.ts';
import { decideOrders } from './decide-orders.ts';
import { findBet, listBets, listPositions } from './list-bets.ts';
import { placeBet } from './place-bet.ts';
import { replayBets } from './replay-bets.ts';

describe.each(movedEngines)('on %s', (_name, open) => {
  let database: MovedDatabase;
  let betting: TestBetting;
  let game: GameInPlay;
  let bettor: TestBettor;
  beforeAll(async () => {
    database = await open();
    await fundTheHouse(database.db);
    betting = aBettingProcess(database.db, database);
    game = await aGameInPlay(database);
    bettor = await aBettor(database.db, { cap: null });
  });
  afterAll(() => database.close());

  const order = (amount: number, given: { odds?: number; key?: string; by?: TestBettor } = {}) => {
    const { odds = 2, key, by = bettor } = given;
    const outcomeId = game.outcomeIds[0] ?? '';
    return aBet(by, {
      ...{ marketId: game.marketId, outcomeId, amount, odds },
      ...(key !== undefined && { key }),
    });
  };
  const find = async (betId: string, by = bettor) =>
    findBet(database.db, { userId: by.session.userId, family: by.wallet.family, mode: 'demo', betId });
  const decide = () => decideOrders(database.db, game.marketId);
  const balanceOf = async (kind: string) => {
    const found = await rows(
      database.db,
      { balance: col.text },
      sql`select balance::text from accounts where kind = ${kind}
        and (user_id = ${bettor.session.userId} or user_id is null) and (market_id = ${game.marketId} or market_id is null)`,
    );
    return found[0]?.balance;
  };

  test('a bet waits for the delay, its stake held, and is filled at the price of that moment', async () => {
    const placed = await placeBet(betting, order(25));
    expect(placed).toMatchObject({ status: 'pending', odds: 2, minOdds: 2, amount: 25 });
    expect(Date.parse(placed.decidesAt ?? '') - Date.parse(placed.placedAt)).toBe(8000);
    expect([await balanceOf('user'), await balanceOf('orders'), await balanceOf('escrow')]).toEqual([
      '975000000',
      '25000000',
      '0',
    ]);
    expect(await decide()).toBe(false);
    await database.advance(7000);
    await game.price(['2.1', '3.4', '3.9']);
    await database.advance(1100);
    expect(await decide()).toBe(true);
    expect(await find(placed.id)).toMatchObject({
      status: 'confirmed',
      odds: 2.1,
      minOdds: 2,
      totalReturn: 52.5,
    });
    expect(await balanceOf('orders')).toBe('0');
    expect(await decide()).toBe(false);
  });

  test('a bet fails, and its stake is free, if betting was suspended meanwhile', async () => {
    await game.price(['2', '3.5', '4']);
    const before = await balanceOf('user');
    const placed = await placeBet(betting, order(10));
    await game.price(null);
    await game.price(['2', '3.5', '4']);
    await database.advance(8000);
    await game.price(['2', '3.5', '4']);
    expect(await decide()).toBe(true);
    expect(await find(placed.id)).toMatchObject({ status: 'failed', failure: { code: 'market-suspended' } });
    expect(await balanceOf('user')).toBe(before);
  });

  test('a bet fails if the price falls below what was signed', async () => {
    const placed = await placeBet(betting, order(10));
    await database.advance(8000);
    await game.price(['1.9', '3.5', '4']);
    expect(await decide()).toBe(true);
    expect(await find(placed.id)).toMatchObject({
      status: 'failed',
      failure: { code: 'odds-changed', reason: { code: 'odds-changed', odds: 1.9 } },
    });
  });

  test('a bet fails if the feed confirms no price in time', async () => {
    await game.price(['2', '3.5', '4']);
    const placed = await placeBet(betting, order(10));
    await database.advance(9000);
    expect(await decide()).toBe(false);
    await database.advance(10_000);
    expect(await decide()).toBe(true);
    expect(await find(placed.id)).toMatchObject({ status: 'failed', failure: { code: 'feed-stale' } });
  });

  test('a bet sent again is the same bet at every stage', async () => {
    await game.price(['2', '3.5', '4']);
    const sent = order(10, { key: 'again' });
    const placed = await placeBet(betting, sent);
    expect(await placeBet(betting, sent)).toEqual(placed);
    await database.advance(8000);
    await game.price(['2.05', '3.5', '4']);
    await decide();
    expect(await placeBet(betting, sent)).toMatchObject({ id: placed.id, status: 'confirmed', odds: 2.05 });
    const { userId } = bettor.session;
    const listed = await listBets(database.db, {
      ...{ userId, family: bettor.wallet.family, mode: 'demo', before: null },
    });
    const older = await listBets(database.db, {
      ...{ userId, family: bettor.wallet.family, mode: 'demo', before: listed[2]?.id ?? '' },
    });
    expect(older.map(({ id }) => id)).toEqual(listed.slice(3).map(({ id }) => id));
    expect(listed.map(({ status }) => status)).toEqual([
      'confirmed',
      'failed',
      'failed',
      'failed',
      'confirmed',
    ]);
  });

  test('what waits counts for the daily cap', async () => {
    const capped = await aBettor(database.db, { cap: 15_000_000n as never });
    await placeBet(betting, order(10, { by: capped }));
    await expect(placeBet(betting, order(10, { by: capped }))).rejects.toMatchObject({ code: 'cap-reached' });
    const open = await listPositions(database.db, {
      ...{ userId: capped.session.userId, family: capped.wallet.family, mode: 'demo' },
    });
    expect(open).toMatchObject([{ status: 'pending', amount: 10 }]);
  });

  test('a game that ends fails what waits', async () => {
    const placed = await placeBet(betting, order(10));
    await game.say('Finished');
    expect(await decide()).toBe(true);
    expect(await find(placed.id)).toMatchObject({ status: 'failed', failure: { code: 'market-closed' } });
    expect(await balanceOf('orders')).toBe('0');
  });

  test('the books are sound, and every bet can be replayed by the rules', async () => {
    const verdicts = await checkInvariants(database.db, { kind: 'everything' });
    expect(verdicts.filter(({ offenders }) => offenders.length > 0)).toEqual([]);
    const { bets, differences } = await database.db.transaction((tx) => replayBets(tx));
    expect(differences).toEqual([]);
    expect(bets).toBe(2);
  });
});

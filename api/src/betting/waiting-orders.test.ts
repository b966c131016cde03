import {
  aBet,
  aBettingProcess,
  aBettor,
  aMarket,
  fundTheHouse,
  type TestBetting,
  type TestBettor,
} from '@tallystone/testkit/betting/betting.ts';
import { aGameInPlay, type GameInPlay } from '@tallystone/testkit/betting/in-play.ts';
import { movedEngines } from '@tallystone/testkit/database/engines.ts';
import type { MovedDatabase } from '@tallystone/testkit/database/moved-clock.ts';
import { undone } from '@tallystone/testkit/database/undone.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { analytics } from '../admin/analytics.ts';
import { transaction } from '../db/transaction.ts';
import { removeGuests } from '../identity/remove-guests.ts';
import { readEndingMarket } from '../settlement/ending-market.ts';
import { rehearseMarket } from '../settlement/rehearse-market.ts';
import { solvency } from '../settlement/solvency.ts';
import { betStatsOf } from './bet-stats.ts';
import { decideOrders } from './decide-orders.ts';
import { findBet, listBets } from './list-bets.ts';
import { placeBet } from './place-bet.ts';
import { statement } from './statement.ts';

describe.each(movedEngines)('a bet in play that waits, on %s', (_name, open) => {
  let database: MovedDatabase;
  let betting: TestBetting;
  let game: GameInPlay;
  let bettor: TestBettor;
  beforeAll(async () => {
    database = await open();
    await fundTheHouse(database.db);
    betting = aBettingProcess(database.db, database);
    game = await aGameInPlay(database);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await game.price(['2', '3.5', '4']);
    bettor = await aBettor(database.db);
  });

  const order = (amount: number, outcome = 0) => {
    const outcomeId = game.outcomeIds[outcome] ?? '';
    const odds = [2, 3.5, 4][outcome] ?? 2;
    return placeBet(betting, aBet(bettor, { marketId: game.marketId, outcomeId, amount, odds }));
  };
  const decide = () => decideOrders(database.db, game.marketId);
  const query = () => ({
    ...{ userId: bettor.session.userId, family: bettor.wallet.family, mode: 'demo' as const },
  });
  const owed = async () => {
    // Later than what is kept of the last reading.
    const figures = await solvency(database.db, {
      ...{ mode: 'demo', now: new Date(database.now().getTime() + 60_000), checked: [] },
    });
    await database.advance(60_000);
    await game.price(['2', '3.5', '4']);
    return figures.userFunds;
  };

  test('is refused if its session was revoked, and leaves no order', async () => {
    // No session of the database has its token.
    const signedOut = { ...bettor, session: { ...bettor.session, mayHaveEnded: true as const } };
    const terms = { marketId: game.marketId, outcomeId: game.outcomeIds[0] ?? '', amount: 10, odds: 2 };
    await expect(placeBet(betting, aBet(signedOut, terms))).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    expect(await listBets(database.db, { ...query(), before: null })).toEqual([]);
    await placeBet(betting, aBet(bettor, terms));
    expect(await listBets(database.db, { ...query(), before: null })).toHaveLength(1);
  });

  test('is refused on an outcome without odds, and fails if they go away', async () => {
    const waiting = await order(10, 1);
    await game.price(['2', null, '4']);
    await expect(order(10, 1)).rejects.toMatchObject({
      code: 'stake-too-large',
      reason: { code: 'takes-no-more' },
    });
    await database.advance(8000);
    await game.price(['2', null, '4']);
    expect(await decide()).toBe(true);
    expect(await findBet(database.db, { ...query(), betId: waiting.id })).toMatchObject({
      status: 'failed',
      failure: { code: 'stake-too-large', reason: { code: 'takes-no-more' } },
    });
  });

  test('is among the bettor’s own funds that the house shows, and in the statement with its end', async () => {
    const before = await owed();
    const { id } = await order(25);
    expect(await owed()).toBe(before);
    expect(await betStatsOf(database.db, bettor.session.userId)).toMatchObject({
      ...{ totalBets: 1, activeBets: 1, openStakes: 25, totalWagered: 25, profit: 0 },
    });
    expect(await decide()).toBe(true);
    const rows = await statement(database.db, { userId: bettor.session.userId, before: null });
    expect(rows).toMatchObject([
      { kind: 'order-end', amount: 25, balance: 1000, bets: [{ betId: id, amount: 25 }] },
      { kind: 'order', amount: -25, balance: 975, bets: [{ betId: id, amount: -25 }] },
      { kind: 'faucet-grant', amount: 1000, balance: 1000 },
    ]);
    // It failed, so no figure counts it.
    expect(await betStatsOf(database.db, bettor.session.userId)).toMatchObject({
      ...{ totalBets: 0, activeBets: 0, openStakes: 0, totalWagered: 0, profit: 0 },
    });
  });

  test('is in the accounts that an end of another market shows, which add up to zero', async () => {
    await order(25);
    const { marketId } = await aMarket(database.db);
    const ledger = await undone(database.db, async (tx) => {
      await tx.execute(sql`update markets set state = 'closed' where id = ${marketId}`);
      const ending = await readEndingMarket(tx, marketId);
      if (ending === null) throw new Error('the market went away');
      return (await rehearseMarket(tx, ending, { kind: 'void' })).stored.ledger;
    });
    expect(ledger.find(({ account }) => account === 'Bets in play that wait')?.after).toBe('25000000');
    for (const of of ['before', 'after'] as const)
      expect(ledger.reduce((sum, line) => sum + BigInt(line[of]), 0n)).toBe(0n);
    await database.advance(8000);
    await game.price(['2', '3.5', '4']);
    await decide();
  });

  test('is no volume of the house before it is filled', async () => {
    const volume = async () => {
      const { volumePerDay } = await analytics(database.db, { now: database.now() });
      return volumePerDay.reduce((sum, day) => sum + day.volume, 0);
    };
    const before = await volume();
    await order(25);
    expect(await volume()).toBe(before);
    await database.advance(8000);
    await game.price(['2', '3.5', '4']);
    await decide();
    expect(await volume()).toBe(before + 25);
  });

  test('keeps a guest in the books after the session has ended', async () => {
    await order(10);
    await database.db.execute(sql`update users set guest = true where id = ${bettor.session.userId}`);
    await transaction(database.db, removeGuests);
    await database.advance(8000);
    await game.price(['2', '3.5', '4']);
    expect(await decide()).toBe(true);
    expect(await listBets(database.db, { ...query(), before: null })).toMatchObject([
      { status: 'confirmed' },
    ]);
  });

  test('comes once in the pages of the list, beside a bet and an order of the same moment', async () => {
    const [filled, failed] = [await order(10), await order(10, 1)];
    await database.advance(8000);
    await game.price(['2', '3.4', '4']);
    expect(await decide()).toBe(true);
    const waiting = await order(10);
    const pages = await undone(database.db, async (tx) => {
      // The moment at which the bet was filled.
      await tx.execute(sql`
        update orders o set placed_at = b.placed_at, decide_at = b.placed_at + interval '8 seconds'
        from bets b where b.id = ${filled.id} and b.user_id = o.user_id`);
      const page = async (before: string | null) =>
        (await listBets(tx, { ...query(), before })).map(({ id }) => id);
      const first = await page(null);
      return [first, await page(first.at(-1) ?? '')];
    });
    expect(pages).toEqual([[filled.id, waiting.id, failed.id], []]);
  });
});

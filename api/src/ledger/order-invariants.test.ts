import { PROMISES } from '@tallystone/core/sentences/promises';
import {
  aBet,
  aBettingProcess,
  aBettor,
  aCashOut,
  aPartialCashOut,
  aQuotedBet,
  fundTheHouse,
} from '@tallystone/testkit/betting/betting.ts';
import { aGameInPlay, type GameInPlay } from '@tallystone/testkit/betting/in-play.ts';
import { movedEngines } from '@tallystone/testkit/database/engines.ts';
import type { MovedDatabase } from '@tallystone/testkit/database/moved-clock.ts';
import { undone } from '@tallystone/testkit/database/undone.ts';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cashOut } from '../betting/cash-out.ts';
import { decideCashOutOrders } from '../betting/decide-cash-out-orders.ts';
import { decideOrders } from '../betting/decide-orders.ts';
import { placeBet } from '../betting/place-bet.ts';
import { replayBets } from '../betting/replay-bets.ts';
import { replaySignatures } from '../betting/replay-signatures.ts';
import { checkInvariants } from './check-invariants.ts';
import { replayEntries } from './replay-entries.ts';
import { newsSince, type Scope } from './sums.ts';

const {
  'promise-orders': KEPT,
  'promise-order': ENTRY,
  'promise-delay': DELAY,
  'promise-sale': SALE,
} = PROMISES;

/** All entries are newer than entry 0. */
const SCOPES: readonly [string, Scope][] = [
  ['everything', { kind: 'everything' }],
  ['what is new', newsSince('0')],
];

/** A bet that was filled, one that failed and one that waits. */
type Fate = 'filled' | 'failed' | 'waiting';

describe.each(movedEngines)('the invariants of orders on %s', (_name, open) => {
  let database: MovedDatabase;
  const ids = new Map<Fate, string>();
  beforeAll(async () => {
    database = await open();
    const { db } = database;
    await fundTheHouse(db);
    const betting = aBettingProcess(db, database);
    const game = await aGameInPlay(database);
    const bettor = await aBettor(db);
    const send = async (fate: Fate) => {
      const outcomeId = game.outcomeIds[0] ?? '';
      const sent = aBet(bettor, { marketId: game.marketId, outcomeId, amount: 10, odds: 2 });
      ids.set(fate, (await placeBet(betting, sent)).id);
    };
    await send('filled');
    await database.advance(8000);
    await game.price(['2', '3.5', '4']);
    await decideOrders(db, game.marketId);
    await send('failed');
    await game.price(null);
    await decideOrders(db, game.marketId);
    await game.price(['2', '3.5', '4']);
    await send('waiting');
  });
  afterAll(() => database.close());

  test.each(SCOPES)('hold for orders of every fate, in %s', async (_scope, scope) => {
    const verdicts = await checkInvariants(database.db, scope);
    expect(verdicts.filter(({ offenders }) => offenders.length > 0)).toEqual([]);
    expect((await replayEntries(database.db)).differences).toEqual([]);
    expect(await replaySignatures(database.db)).toEqual({ texts: 4, differences: [] });
  });

  test.each<[string, SQL]>([
    ['the text', sql`signed_text = replace(signed_text, '10', '11')`],
    ['the signature', sql`signature = set_byte(signature, 5, 255 - get_byte(signature, 5))`],
    ['the hash', sql`signed_hash = sha256('x')`],
    ['the stake', sql`stake = stake * 2, payout = payout * 2`],
    ['the odds', sql`odds = 1500000, payout = 15000000`],
  ])('%s of an order that failed is compared with what was signed', async (_what, change) => {
    const id = ids.get('failed') ?? '';
    const named = await undone(database.db, async (tx) => {
      await tx.execute(order(id, change));
      return (await replaySignatures(tx)).differences.map(({ what }) => what);
    });
    expect(named).toEqual([`what was signed for order ${id}`]);
  });

  const order = (id: string, change: SQL) => sql`update orders set ${change} where id = ${id}`;

  describe.each(SCOPES)('in %s', (_scope, scope) => {
    test.each<[string, Fate, (id: string) => SQL, string]>([
      [
        'the balance of the orders',
        'waiting',
        () => sql`update accounts set balance = balance + 1 where kind = 'orders'`,
        KEPT,
      ],
      [
        'an order taken off the list',
        'waiting',
        (id) => sql`delete from open_orders where order_id = ${id}`,
        ENTRY,
      ],
      [
        'an order that is on the list again',
        'failed',
        (id) => sql`
        insert into open_orders select id, market_id, user_id, stake, decide_at from orders where id = ${id}`,
        ENTRY,
      ],
      [
        'the stake on the list',
        'waiting',
        (id) => sql`update open_orders set stake = stake + 1 where order_id = ${id}`,
        ENTRY,
      ],
      [
        'the delay on the list',
        'waiting',
        (id) => sql`
        update open_orders set decide_at = decide_at - interval '1 second' where order_id = ${id}`,
        ENTRY,
      ],
      [
        'the stake of an order',
        'failed',
        (id) => order(id, sql`stake = stake * 2, payout = payout * 2`),
        ENTRY,
      ],
      [
        'the user of an end',
        'failed',
        (id) => sql`update order_ends set user_id = 'x' where order_id = ${id}`,
        ENTRY,
      ],
      [
        'the key of the entry of an order',
        'failed',
        (id) => sql`update entries set key = 'order:x' where key = ${`order:${id}`}`,
        ENTRY,
      ],
      [
        'the key of the entry of an end',
        'failed',
        (id) => sql`update entries set key = 'order-end:x' where key = ${`order-end:${id}`}`,
        ENTRY,
      ],
      ['an end that is gone', 'failed', (id) => sql`delete from order_ends where order_id = ${id}`, ENTRY],
      [
        'a failed order that was filled',
        'failed',
        (id) => sql`
        update order_ends set kind = 'filled', code = null, reason = null where order_id = ${id}`,
        DELAY,
      ],
      [
        'when an order was sent',
        'filled',
        (id) =>
          order(
            id,
            sql`placed_at = placed_at + interval '1 second', decide_at = decide_at + interval '1 second'`,
          ),
        DELAY,
      ],
      [
        'the delay of an order',
        'filled',
        (id) => order(id, sql`decide_at = placed_at + interval '6 seconds'`),
        DELAY,
      ],
      ['the odds of an order', 'filled', (id) => order(id, sql`odds = 1500000, payout = 15000000`), DELAY],
      [
        'the outcome of an order',
        'filled',
        (id) =>
          order(
            id,
            sql`outcome_id = (
        select o.id from outcomes o where o.market_id = orders.market_id and o.position = 1)`,
          ),
        DELAY,
      ],
      [
        'a suspension during the delay',
        'filled',
        (id) => sql`
        insert into market_halts (market_id, version, at)
        select b.market_id, b.market_version - 1, o.decide_at - interval '1 second'
        from bets b join orders o on o.id = b.id where b.id = ${id}`,
        DELAY,
      ],
      [
        'a suspension that is gone',
        'failed',
        (id) => sql`
        delete from market_halts h using orders o where o.id = ${id} and h.market_id = o.market_id`,
        DELAY,
      ],
    ])('find %s', async (_what, fate, tampering, promise) => {
      const broken = await undone(database.db, async (tx) => {
        await tx.execute(tampering(ids.get(fate) ?? ''));
        const verdicts = await checkInvariants(tx, scope);
        return verdicts
          .filter(({ offenders }) => offenders.length > 0)
          .map(({ invariant }) => invariant.promise);
      });
      expect(broken).toContain(promise);
    });
  });
});

/** A bet from before the start of its game, of which a part and then the rest were sold in play; and one of which a part waits. */
describe.each(movedEngines)('the invariants of parts of bets that were sold in play on %s', (_name, open) => {
  let database: MovedDatabase;
  let game: GameInPlay;
  let sold = '';
  let waiting = '';
  beforeAll(async () => {
    database = await open();
    const { db } = database;
    await fundTheHouse(db);
    const betting = aBettingProcess(db, database);
    const bettor = await aBettor(db);
    game = await aGameInPlay(database, {
      beforeStart: async (market, price) => {
        const place = async (amount: number) =>
          (await placeBet(betting, await aQuotedBet(betting, { bettor, market, outcome: 0, amount }))).id;
        [sold, waiting] = [await place(30), await place(20)];
        await database.advance(600_001);
        await price(['2', '3.5', '4']);
      },
    });
    const decide = async () => {
      await database.advance(8000);
      await game.price(['2.1', '3.4', '3.9']);
      const onError = (error: unknown) => {
        throw error;
      };
      await decideCashOutOrders(db, [game.marketId], { mayPay: () => true, onDecided: () => {}, onError });
    };
    await cashOut(betting, aPartialCashOut(bettor, { betId: sold, stake: 10, of: 30, amount: 5.25 }));
    await decide();
    await cashOut(betting, aCashOut(bettor, { betId: sold, amount: 10.1 }));
    await decide();
    await cashOut(betting, aPartialCashOut(bettor, { betId: waiting, stake: 5, of: 20, amount: 2.5 }));
  });
  afterAll(() => database.close());

  test.each(SCOPES)('hold, in %s', async (_scope, scope) => {
    const verdicts = await checkInvariants(database.db, scope);
    expect(verdicts.filter(({ offenders }) => offenders.length > 0)).toEqual([]);
    expect((await replayEntries(database.db)).differences).toEqual([]);
    expect((await replayBets(database.db)).differences).toEqual([]);
    expect(await replaySignatures(database.db)).toEqual({ texts: 4, differences: [] });
  });

  // The part that waits has another open stake.
  const ordered = sql`open_stake = 30000000`;
  const ended = sql`order_id in (select o.id from cash_out_orders o where o.open_stake = 30000000)`;

  describe.each(SCOPES)('in %s', (_scope, scope) => {
    test.each<[string, SQL]>([
      ['the stake of the order', sql`update cash_out_orders set stake = stake + 10000 where ${ordered}`],
      [
        'the open stake of the order',
        sql`update cash_out_orders set open_stake = open_stake + 10000 where ${ordered}`,
      ],
      [
        'an order that is for all that was open',
        sql`update cash_out_orders set stake = null, open_stake = null where ${ordered}`,
      ],
      ['an order of more than was paid', sql`update cash_out_orders set amount = 100000000 where ${ordered}`],
      ['the hash of the order', sql`update cash_out_orders set signed_hash = sha256('x') where ${ordered}`],
      ['an end of the order that is gone', sql`delete from cash_out_order_ends where ${ended}`],
      [
        'an order that failed',
        sql`update cash_out_order_ends set kind = 'failed', code = 'x', reason = '{}' where ${ended}`,
      ],
      [
        'an end of the order long before the sale',
        sql`update cash_out_order_ends set ended_at = ended_at - interval '90 minutes' where ${ended}`,
      ],
      ['a reason why the order failed', sql`update cash_out_order_ends set reason = '{}' where ${ended}`],
      [
        'another moment from which the order waited',
        sql`update cash_out_order_ends set reached_at = ended_at where ${ended}`,
      ],
      ['the hash of the part', sql`update sold_parts set signed_hash = sha256('x')`],
      ['the stake of the part', sql`update sold_parts set stake = stake + 10000`],
      ['the open stake of the part', sql`update sold_parts set open_stake = open_stake + 10000`],
      [
        'a part that was paid before its time',
        sql`
          update sold_parts s set sold_at = o.decide_at - interval '1 millisecond' from cash_out_orders o
          where o.bet_id = s.bet_id and o.open_stake = s.open_stake`,
      ],
      [
        'a part that was paid long after it',
        sql`update sold_parts set sold_at = sold_at + interval '3 minutes'`,
      ],
      [
        'a part at a price from before its time',
        sql`update sold_parts set priced_at = priced_at - interval '10 seconds'`,
      ],
      ['a part at the price of another market', sql`update sold_parts set priced_market_id = market_id`],
      [
        'a part without a market in play',
        sql`update sold_parts set priced_market_id = null, priced_version = null`,
      ],
      ['a part that was paid less than its order says', sql`update sold_parts set amount = 5000000`],
      [
        'a suspension during the delay',
        sql`
          insert into market_halts (market_id, version, at)
          select s.priced_market_id, s.priced_version, o.decide_at
          from sold_parts s join cash_out_orders o on o.bet_id = s.bet_id and o.open_stake = s.open_stake
          on conflict (market_id, version) do update set at = excluded.at`,
      ],
    ])('find %s', async (_what, tampering) => {
      const broken = await undone(database.db, async (tx) => {
        await tx.execute(tampering);
        const verdicts = await checkInvariants(tx, scope);
        return verdicts
          .filter(({ offenders }) => offenders.length > 0)
          .map(({ invariant }) => invariant.promise);
      });
      expect(broken).toContain(SALE);
    });
  });

  test('find that a part waits and is decided, in everything', async () => {
    const broken = await undone(database.db, async (tx) => {
      await tx.execute(sql`
        insert into cash_out_order_ends (order_id, user_id, kind, ended_at, epoch)
        select o.id, o.user_id, 'filled', o.decide_at, o.epoch from cash_out_orders o where o.bet_id = ${waiting}`);
      const verdicts = await checkInvariants(tx, { kind: 'everything' });
      return verdicts
        .filter(({ offenders }) => offenders.length > 0)
        .map(({ invariant }) => invariant.promise);
    });
    expect(broken).toContain(SALE);
  });

  test.each<[string, SQL, string]>([
    [
      'another amount was asked for a part',
      sql`amount = amount - 10000 where open_stake is not null`,
      'part of bet',
    ],
    [
      'another amount was asked for the rest',
      sql`amount = amount - 10000 where open_stake is null`,
      'cash-out of bet',
    ],
  ])('the signature shows that %s', async (_what, change, named) => {
    const differences = await undone(database.db, async (tx) => {
      await tx.execute(sql`update cash_out_orders set ${change}`);
      return (await replaySignatures(tx)).differences;
    });
    expect(differences.map(({ what }) => what)).toEqual([`what was signed for ${named} ${sold}`]);
  });

  test('a replay shows that a part was paid more than its market in play gave', async () => {
    const differences = await undone(database.db, async (tx) => {
      await tx.execute(sql`update sold_parts set amount = amount + 10000`);
      return (await replayBets(tx)).differences;
    });
    expect(differences.map(({ what }) => what)).toContainEqual(
      expect.stringMatching(`^the cash-out of bet ${sold}, .* at most$`),
    );
  });
});

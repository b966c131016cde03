import { aBettor, aFeedMarket, type TestMarket, usdc } from '@tallystone/testkit/betting/betting.ts';
import { anOlderDatabase } from '@tallystone/testkit/database/older-database.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { col, value, values } from '../db/rows.ts';
import { addToMinutes, makeMinutesAgain, takeFromMinutes } from './count-minutes.ts';
import { INVARIANTS } from './invariants.ts';

/** In ms of one minute and the next, with each kind of order: later, earlier, the same moment, several at once. */
const BATCHES = [
  [10],
  [20],
  [20],
  [5, 30],
  [59_999],
  [60_000],
  [60_010, 60_010, 61_000],
  [15, 15, 60_005],
  [59_999, 60_000],
  [70_000, 80_000],
];

let number = 0;

/** Bets on a market of the feed whose minutes are compared with the bets after each change. */
function theBets(database: () => TestDatabase) {
  let market: TestMarket;
  let userId: string;
  const placed: string[] = [];

  const open = async () => {
    const { db } = database();
    market = await aFeedMarket(db, { odds: [2, 3, 4] });
    ({ userId } = (await aBettor(db, { funds: usdc(0) })).session);
  };

  /** @param isOurs false: in the way of 0.1.0, which leaves the minutes to triggers */
  const place = async (moments: readonly number[], isOurs = true) => {
    const given = moments.map((at) => {
      number += 1;
      const outcome_id = market.outcomeIds[number % 3];
      const stake = number * 10;
      const half = 3 + (number % 5);
      const payout = (stake * half) / 2;
      return { id: `b_${number}`, at, outcome_id, stake, odds: half * 500_000, payout, version: number + 1 };
    });
    await database().db.execute(sql`
      with given as materialized (
        select g.*, '2026-11-20T12:00:00Z'::timestamptz + g.at * interval '1 millisecond' as placed_at
        from json_to_recordset(${JSON.stringify(given)}::json)
          as g(id text, at bigint, outcome_id text, stake bigint, odds bigint, payout bigint, version bigint)
      ), made as (
        insert into entries (kind, key) select 'bet', 'bet:' || id from given returning id, key
      ), written as (
        insert into bets (id, user_id, market_id, outcome_id, stake, odds, payout, status, placed_at, closes_at, priced_at,
          daily_stake_cap, market_version, entry_id, signed_text, signature, signed_hash, idempotency_key, body_hash)
        select g.id, ${userId}, ${market.marketId}, g.outcome_id, g.stake, g.odds, g.payout, 'confirmed', g.placed_at,
          '2026-12-01', g.placed_at, 0, g.version, made.id, '', '', g.id::bytea, g.id, ''
        from given g join made on made.key = 'bet:' || g.id
      )${isOurs ? addToMinutes(sql`select ${market.marketId}::text as market_id, g.outcome_id, g.placed_at, g.stake, g.payout from given g`) : sql``}
      select`);
    placed.push(...given.map(({ id }) => id));
  };

  const end = async (ids: readonly string[], isOurs = true) => {
    number += 1;
    await database().db.execute(sql`
      with ended as materialized (
        select json_array_elements_text(${JSON.stringify(ids)}::json) as bet_id
      ), written as (
        insert into bet_endings (bet_id, market_id, user_id, kind, amount, entry_id, ended_at, market_version)
        select b.id, b.market_id, b.user_id, 'refund', b.stake, b.entry_id, b.placed_at, ${number + 1}::bigint
        from bets b where b.id in (select bet_id from ended)
      )${isOurs ? takeFromMinutes(sql`select bet_id from ended`) : sql``}
      select`);
  };

  /** Sells a tenth of the stakes, and then makes the minutes again. */
  const sellParts = async (ids: readonly string[]) => {
    const given = sql`select json_array_elements_text(${JSON.stringify(ids)}::json) as bet_id`;
    number += 1;
    await database().db.execute(sql`
      insert into sold_parts (bet_id, open_stake, stake, payout, amount, market_id, user_id, entry_id, sold_at, market_version,
        signed_text, signature, signed_hash)
      select b.id, b.stake, b.stake / 10, b.payout / 10, 1, b.market_id, b.user_id, b.entry_id, b.placed_at,
        ${number * 100}::bigint + row_number() over (), '', '', ''
      from bets b where b.id in (${given})`);
    await database().db.execute(sql`
      with changed as materialized (${given})${makeMinutesAgain(sql`select bet_id from changed`)}
      select`);
  };

  /** What the minutes are, if they are not the totals of the open bets. */
  const wrong = async () => {
    const minutes = INVARIANTS.find(
      ({ promise }) => promise === 'the per-minute totals kept for a feed market match its open bets',
    );
    if (minutes === undefined) throw new Error('the minutes have an invariant');
    return value(
      database().db,
      col.text.orNull,
      sql`select (select json_agg(o)::text from (${minutes.offenders({ kind: 'everything' })}) o) as wrong`,
    );
  };

  const count = () => value(database().db, col.number, sql`select count(*)::int as count from bet_minutes`);
  return { open, place, end, sellParts, wrong, count, placed };
}

const TRIGGERS = sql`
  select tgname::text from pg_trigger where tgname ~ 'minutes$'
  union all
  select proname::text from pg_proc where proname ~ 'bet_minute'
  order by 1`;

describe('in a database that this version made, the minutes', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.close());

  test('have neither triggers nor their functions', async () => {
    expect(await values(database.db, col.text, TRIGGERS)).toEqual([]);
  });

  test('are the totals of the open bets, in whatever order bets come and go', async () => {
    const bets = theBets(() => database);
    await bets.open();
    for (const batch of BATCHES) {
      await bets.place(batch);
      expect(await bets.wrong(), `after ${batch}`).toBeNull();
    }
    expect(await bets.count()).toBe(2);
    while (bets.placed.length > 0) {
      await bets.end(bets.placed.splice(Math.floor(bets.placed.length / 2), 2));
      expect(await bets.wrong(), `with ${bets.placed.length} open`).toBeNull();
      if (bets.placed.length === 5) {
        await bets.place([30_000]);
        expect(await bets.wrong()).toBeNull();
      }
    }
    expect(await bets.count()).toBe(0);
  });

  test('count what is left of bets of which parts were sold, whatever comes and goes after that', async () => {
    const bets = theBets(() => database);
    await bets.open();
    for (const batch of BATCHES) {
      await bets.place(batch);
      const { wrong } = bets;
      expect(await wrong(), `after ${batch}`).toBeNull();
      await bets.sellParts(bets.placed.slice(-1));
      expect(await wrong(), `after a part of the last of ${batch}`).toBeNull();
    }
    await bets.sellParts(bets.placed.slice(3, 4));
    expect(await bets.wrong()).toBeNull();
    while (bets.placed.length > 0) {
      await bets.end(bets.placed.splice(Math.floor(bets.placed.length / 2), 2));
      expect(await bets.wrong(), `with ${bets.placed.length} open`).toBeNull();
    }
    expect(await bets.count()).toBe(0);
  });

  test('are wrong if they still count a part that was sold', async () => {
    const bets = theBets(() => database);
    await bets.open();
    await bets.place([10, 20]);
    await bets.sellParts(bets.placed.slice(0, 1));
    expect(await bets.wrong()).toBeNull();
    await database.db.execute(sql`alter table sold_parts disable trigger user`);
    await database.db.execute(sql`delete from sold_parts where bet_id = ${bets.placed[0]}`);
    await database.db.execute(sql`alter table sold_parts enable trigger user`);
    expect(await bets.wrong()).not.toBeNull();
  });
});

describe('in a database that 0.1.0 used, the minutes', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    const { database: older, client } = await anOlderDatabase('0026_minutes_in_code');
    database = older;
    await client.query(`
      insert into users (id, family, address_bytes, address, wallet_type) values ('u', 'evm', '\\x01', 'a', 'phantom');
      insert into accounts (kind, user_id) values ('user', 'u')`);
    await client.end();
    await database.migrate();
  });
  afterAll(() => database.close());

  test('keep their triggers', async () => {
    expect(await values(database.db, col.text, TRIGGERS)).toEqual([
      'add_to_bet_minutes',
      'bet_endings_take_from_minutes',
      'bet_minute',
      'bets_add_to_minutes',
      'remake_bet_minute',
      'take_from_bet_minutes',
    ]);
  });

  test('count bets and ends of both versions once', async () => {
    const bets = theBets(() => database);
    await bets.open();
    for (const [i, batch] of BATCHES.entries()) {
      await bets.place(batch, i % 2 === 0);
      expect(await bets.wrong(), `after ${batch}`).toBeNull();
    }
    for (let i = 0; bets.placed.length > 0; i++) {
      await bets.end(bets.placed.splice(Math.floor(bets.placed.length / 2), 2), i % 2 === 0);
      expect(await bets.wrong(), `with ${bets.placed.length} open`).toBeNull();
    }
    expect(await bets.count()).toBe(0);
  });
});

import {
  aBettingProcess,
  aBettor,
  aCashOut,
  aMarket,
  aPartialCashOut,
  aQuotedBet,
  fundTheHouse,
  type TestBetting,
  type TestBettor,
  type TestMarket,
} from '@tallystone/testkit/betting/betting.ts';
import { createMovedDatabase, type MovedDatabase } from '@tallystone/testkit/database/moved-clock.ts';
import { countRowsRead } from '@tallystone/testkit/database/rows-read.ts';
import { undone } from '@tallystone/testkit/database/undone.ts';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bulkMarkets } from '../admin/bulk-markets.ts';
import { cashOut } from '../betting/cash-out.ts';
import { placeBet } from '../betting/place-bet.ts';
import { replayBets } from '../betting/replay-bets.ts';
import { replaySignatures } from '../betting/replay-signatures.ts';
import { col, rows } from '../db/rows.ts';
import { closeMarkets } from '../settlement/close-markets.ts';
import { checkInvariants } from './check-invariants.ts';
import { replayEntries } from './replay-entries.ts';
import { replayMoments } from './replay-moments.ts';

const MINUTE_MS = 60_000;

let database: MovedDatabase;
let betting: TestBetting;
let bettor: TestBettor;
/** A market that closes ten minutes after the beginning. */
let closing: TestMarket;
let open: TestMarket;
/** Placed before the close; a part was cashed out two minutes later, and then the rest. */
let sold: string;
/** On the other market, after betting on the first had ended. */
let later: string;
/** On the closed market, placed with the clock set back: all that the server writes, with a moment before the close. */
let forged: string;

const bet = async (market: TestMarket) =>
  (await placeBet(betting, await aQuotedBet(betting, { bettor, market, amount: 20 }))).id;

beforeAll(async () => {
  database = await createMovedDatabase();
  const { db } = database;
  await fundTheHouse(db);
  betting = aBettingProcess(db, database);
  bettor = await aBettor(db);
  const endsAt = new Date(Date.now() + 10 * MINUTE_MS);
  [closing, open] = [await aMarket(db, { endsAt }), await aMarket(db)];
  sold = await bet(closing);
  await database.advance(2 * MINUTE_MS);
  const deps = { db, mode: 'demo', onPaid: () => undefined } as const;
  await cashOut(deps, aPartialCashOut(bettor, { betId: sold, stake: 2, of: 20, amount: 1.5 }));
  await cashOut(deps, aCashOut(bettor, { betId: sold, amount: 15 }));
  await database.advance(18 * MINUTE_MS);
  later = await bet(open);
  await database.advance(-15 * MINUTE_MS);
  forged = await bet(closing);
  await database.advance(15 * MINUTE_MS);
});
afterAll(() => database.close());

const withoutForged = () => sql`
  with gone as (delete from bets where id = ${forged} returning entry_id),
    moved as (delete from postings p using gone where p.entry_id = gone.entry_id)
  delete from entries e using gone where e.id = gone.entry_id`;

/** A seal up to the entry of a bet, made so many minutes after the beginning. */
const seal = (betId: string, minutes: number) => sql`
  with made as (
    insert into audit (id, at, actor, action, subject, hash)
    select coalesce(max(a.id), 0) + 1,
      (select min(b.placed_at) from bets b) + ${minutes}::float8 * interval '1 minute', 'system', 'books.seal', 'entries', '\\x00'
    from audit a returning id
  )
  insert into seals (id, first_entry, last_entry, leaves, root, audit_id)
  select coalesce(max(s.id), 0) + 1, coalesce(max(s.last_entry), 0) + 1,
    (select max(e.id) from entries e where e.key = 'bet:' || ${betId}), 1, '\\x00', (select made.id from made)
  from seals s`;

const foundAfter = (...tamperings: readonly SQL[]) =>
  undone(database.db, async (tx) => {
    for (const each of tamperings) await tx.execute(each);
    return (await replayMoments(tx)).map(({ what, expected, found }) => ({ what, expected, found }));
  });

test('moments that the server wrote are accepted, sealed or not, even if sealing had to wait for a day', async () => {
  expect(await foundAfter(withoutForged())).toEqual([]);
  expect(await foundAfter(withoutForged(), seal(sold, 0.1), seal(later, 20.1))).toEqual([]);
  expect(await foundAfter(withoutForged(), seal(later, 1440))).toEqual([]);
});

describe('a signed bet with all its entries that came after the close, dated before it', () => {
  test('is found by its moment alone, even if everything else is as the server makes it', async () => {
    const { db } = database;
    for (const { offenders } of await checkInvariants(db, { kind: 'everything' }))
      expect(offenders).toEqual([]);
    expect((await replayBets(db)).differences).toEqual([]);
    expect((await replayEntries(db)).differences).toEqual([]);
    expect((await replaySignatures(db)).differences).toEqual([]);
    const [{ entry } = { entry: '' }] = await rows(
      db,
      { entry: col.text },
      sql`select entry_id::text as entry from bets where id = ${forged}`,
    );
    expect(await replayMoments(db)).toEqual([
      {
        entryId: entry,
        what: `the moment of bet ${forged}`,
        expected: 'recorded before betting ended',
        found: expect.stringMatching(/^recorded after an entry of 20\S+Z$/),
      },
    ]);
  });

  test('is found when it is sealed after the close, and with the clock set back once the audit has the close', async () => {
    expect(await foundAfter(seal(later, 20.1), seal(forged, 20.2))).toMatchObject([
      { found: expect.stringMatching(/^recorded after an entry of/) },
    ]);
    const closed = sql`
      insert into audit (id, at, actor, action, subject, after, hash)
      select coalesce(max(a.id), 0) + 1, clock_timestamp() - interval '10 minutes', 'system', 'markets.close', '1',
        (select jsonb_build_object('versions', jsonb_build_object(b.market_id, b.market_version - 1)) from bets b where b.id = ${forged}),
        '\\x00'
      from audit a`;
    expect(await foundAfter(seal(later, 20.1), closed, seal(forged, 5.1))).toMatchObject([
      { found: expect.stringMatching(/^recorded after the market was closed at/) },
    ]);
  });
});

test('an end dated before earlier entries is found, and a bet with no earlier entry is not', async () => {
  const longAgo = (table: SQL, column: SQL) => sql`
    update ${table} set ${column} = ${column} - interval '4 minutes'`;
  expect(
    await foundAfter(
      withoutForged(),
      sql`${longAgo(sql`bets`, sql`placed_at`)} where id = ${later}`,
      sql`${longAgo(sql`bet_endings`, sql`ended_at`)}`,
      seal(later, 20.1),
    ),
  ).toMatchObject([
    {
      what: `the moment of end of bet ${sold}`,
      expected: expect.stringMatching(/^not before 20\S+Z, that of/),
    },
  ]);
  expect(
    await foundAfter(withoutForged(), sql`${longAgo(sql`sold_parts`, sql`sold_at`)}`, seal(later, 20.1)),
  ).toMatchObject([
    {
      what: `the moment of cash-out of a part of bet ${sold}`,
      expected: expect.stringMatching(/^not before 20\S+Z, that of/),
    },
  ]);
});

test('a clock that was set back leads to no report once a seal proves it', async () => {
  const earlier = sql`
    update bets set placed_at = placed_at - interval '16 minutes', closes_at = closes_at - interval '16 minutes'
    where id = ${later}`;
  expect(await foundAfter(withoutForged(), seal(sold, 1), earlier)).toEqual([]);
  // The end was 2 minutes after the beginning, and the bet 4 minutes, by a clock that showed 10 in between.
  const end = sql`
    with parted as (update sold_parts set sold_at = sold_at + interval '8 minutes')
    update bet_endings set ended_at = ended_at + interval '8 minutes'`;
  expect(await foundAfter(withoutForged(), earlier, end, seal(sold, 9), seal(later, 4.1))).toEqual([]);
  expect(await foundAfter(withoutForged(), earlier, end, seal(sold, 9), seal(later, 20.1))).toMatchObject([
    { what: `the moment of bet ${later}` },
  ]);
});

test('a clock that was an hour ahead for one bet makes no later bet late once a seal proves the correction', async () => {
  // Everything was recorded within the first five minutes, the second bet by a clock that was an hour ahead; the forged one came last.
  const ahead = sql`
    update bets set placed_at = placed_at + interval '40 minutes', closes_at = closes_at + interval '40 minutes'
    where id = ${later}`;
  expect(await foundAfter(ahead, seal(later, 60.1), seal(forged, 5.1))).toEqual([]);
  expect(await foundAfter(ahead, seal(later, 60.1), seal(forged, 60.2))).toMatchObject([
    { what: `the moment of bet ${forged}`, expected: 'recorded before betting ended' },
  ]);
});

test.each([
  [
    'a bet',
    () => sql`update bets set placed_at = placed_at + interval '2 minutes' where id = ${later}`,
    'bet',
  ],
  ['an end', () => sql`update bet_endings set ended_at = ended_at + interval '20 minutes'`, 'end of bet'],
  [
    'an entry',
    () => sql`update entries set recorded_at = recorded_at + interval '1 day' where key = ${`bet:${later}`}`,
    'entry',
  ],
])('%s that is dated after its seal is found', async (_what, tamper, named) => {
  expect(await foundAfter(withoutForged(), tamper(), seal(later, 20.1))).toMatchObject([
    {
      what: expect.stringContaining(`the moment of ${named} `),
      expected: expect.stringMatching(/^not after 20\S+Z, when it was sealed/),
    },
  ]);
});

test('a sold part that is dated after its seal is found, so the end after it came too late', async () => {
  const tamper = sql`update sold_parts set sold_at = sold_at + interval '20 minutes'`;
  expect(await foundAfter(withoutForged(), tamper, seal(later, 20.1))).toMatchObject([
    {
      what: `the moment of cash-out of a part of bet ${sold}`,
      expected: expect.stringMatching(/^not after 20\S+Z, when it was sealed/),
    },
    { what: `the moment of end of bet ${sold}`, expected: 'recorded before betting ended' },
  ]);
});

describe('if nothing else was recorded since', () => {
  let quiet: TestMarket;
  let early: string;
  let parted: string;
  let late: string;
  let byAdmin: TestMarket;
  let afterAdmin: string;
  beforeAll(async () => {
    const { db } = database;
    quiet = await aMarket(db, { endsAt: new Date(database.now().getTime() + 10 * MINUTE_MS) });
    [early, parted] = [await bet(quiet), await bet(quiet)];
    await database.advance(11 * MINUTE_MS);
    expect(await closeMarkets(db)).toContain(quiet.marketId);
    byAdmin = await aMarket(db, { endsAt: new Date(database.now().getTime() + 60 * MINUTE_MS) });
    const actor = { kind: 'command-line' } as const;
    await bulkMarkets(db, { action: 'close', ids: [byAdmin.marketId], actor, now: database.now() });
    // As an attacker would open the markets again, so that the server itself writes the bet and the cash-out.
    await db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`
        update markets set state = 'open', closes_at = case id when ${byAdmin.marketId} then closes_at + interval '1 hour' else closes_at end
        where id in (${quiet.marketId}, ${byAdmin.marketId})`);
    });
    await database.advance(-3 * MINUTE_MS);
    [late, afterAdmin] = [await bet(quiet), await bet(byAdmin)];
    await cashOut(
      { db, mode: 'demo', onPaid: () => undefined },
      aCashOut(bettor, { betId: early, amount: 15 }),
    );
    await cashOut(
      { db, mode: 'demo', onPaid: () => undefined },
      aPartialCashOut(bettor, { betId: parted, stake: 2, of: 20, amount: 1.5 }),
    );
    await database.advance(3 * MINUTE_MS);
  });

  test('a bet, a cash-out and the sale of a part after the close are found by the close in the audit', async () => {
    const found = await foundAfter(withoutForged());
    expect(found).toEqual(
      [`bet ${late}`, `bet ${afterAdmin}`, `end of bet ${early}`, `cash-out of a part of bet ${parted}`].map(
        (each) => ({
          what: `the moment of ${each}`,
          expected: 'recorded before betting ended',
          found: expect.stringMatching(/^recorded after the market was closed at 20\S+Z$/),
        }),
      ),
    );
  });

  test('a postponed game can take bets again once the audit says that its void was taken back', async () => {
    const ofFeed = sql`
      update bets set closes_at = closes_at + interval '1 day', priced_at = placed_at
      where market_id in (${quiet.marketId}, ${byAdmin.marketId})`;
    const takenBack = sql`
      insert into audit (id, at, actor, action, subject, hash)
      select coalesce(max(a.id), 0) + n, clock_timestamp(), 'system', 'market.undo', m.id, '\\x00'
      from audit a, unnest(array[${quiet.marketId}::text, ${byAdmin.marketId}::text]) with ordinality m(id, n) group by m.id, n`;
    expect(await foundAfter(withoutForged(), ofFeed)).toHaveLength(4);
    expect(await foundAfter(withoutForged(), ofFeed, takenBack)).toEqual([]);
    expect(await foundAfter(withoutForged(), takenBack)).toHaveLength(4);
  });
});

test('each entry is joined only with its own seal and close', async () => {
  const SIZE = 2000;
  const read = await undone(database.db, async (tx) => {
    await tx.execute(sql`
      insert into entries (kind, key) select 'faucet-grant', 'many:' || g from generate_series(1, ${SIZE}::int) g`);
    await tx.execute(sql`
      insert into audit (id, at, actor, action, subject, after, hash)
      select a.last + g, clock_timestamp(), 'system', case when g % 10 = 0 then 'markets.close' else 'books.seal' end, 'x',
        jsonb_build_object('versions', jsonb_build_object('m_' || g, 1)), '\\x00'
      from (select coalesce(max(id), 0) as last from audit) a, generate_series(1, ${SIZE}::int) g`);
    await tx.execute(sql`
      insert into seals (id, first_entry, last_entry, leaves, root, audit_id)
      select row_number() over (order by a.id), e.id, e.id, 1, '\\x00', a.id
      from (select id, row_number() over (order by id desc) as n from audit) a
      join (select id, row_number() over (order by id desc) as n from entries) e using (n)
      where n <= ${SIZE}::int and n % 10 <> 0`);
    return countRowsRead(tx, replayMoments);
  });
  expect(read).toBeGreaterThan(SIZE);
  expect(read).toBeLessThan(60 * SIZE);
});

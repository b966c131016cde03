import {
  aBettingProcess,
  aBettor,
  aCashOut,
  aMarket,
  aQuotedBet,
  fundTheHouse,
  type TestBettor,
  usdc,
} from '@tallystone/testkit/betting/betting.ts';
import { settle } from '@tallystone/testkit/betting/endings.ts';
import { createMovedDatabase, type MovedDatabase } from '@tallystone/testkit/database/moved-clock.ts';
import { undone } from '@tallystone/testkit/database/undone.ts';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cashOut } from '../betting/cash-out.ts';
import { placeBet } from '../betting/place-bet.ts';
import { col, value } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { grantFromFaucet } from './faucet.ts';
import { replayFaucet } from './replay-faucet.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;

let database: MovedDatabase & { url: string };
let often: string;
let once: string;
beforeAll(async () => {
  database = await createMovedDatabase();
  const { db } = database;
  await fundTheHouse(db);
  const betting = aBettingProcess(db, database);
  const market = await aMarket(db, { endsAt: new Date(Date.now() + 9 * DAY_MS) });
  const give = ({ session }: TestBettor) =>
    transaction(db, (tx) => grantFromFaucet(tx, session.userId, database.now()));
  const [spender, saver] = [await aBettor(db, { funds: usdc(0), cap: usdc(5000) }), await aBettor(db)];
  const bet = async (bettor: TestBettor, amount: number) =>
    placeBet(betting, await aQuotedBet(betting, { bettor, market, amount }));
  await give(spender);
  await bet(spender, 995.5);
  await bet(saver, 10);
  // Topped up on the day of the first grant, requested again on that day, and on a later one.
  await give(spender);
  await bet(spender, 999.99);
  await give(spender);
  await database.advance(DAY_MS);
  const before = await value(db, col.text, sql`select max(id)::text from entries`);
  await give(spender);
  await give(saver);
  await bet(saver, 5);
  const sold = await bet(spender, 20);
  await database.advance(2 * MINUTE_MS);
  await cashOut(
    { db, mode: 'demo', onPaid: () => undefined },
    aCashOut(spender, { betId: sold.id, amount: 15 }),
  );
  await settle(db, market.marketId, 0);
  // The times of entries come from a column default, which ignores the fake clock.
  await transaction(db, async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`
      update entries set recorded_at = recorded_at + interval '1 day' where id > ${before}::bigint`);
  });
  [often, once] = [spender.session.userId, saver.session.userId];
});
afterAll(() => database.close());

test('grants within the rule give no differences', async () => {
  expect(await replayFaucet(database.db)).toEqual([]);
});

/** A grant with its posting and the balances moved to match. */
const forge = (key: string, to: SQL, amount: number): SQL => sql`
  with forged as (
    insert into entries (kind, key) values ('faucet-grant', ${key}) returning id
  ), moved as (
    insert into postings (entry_id, from_account, to_account, amount)
    select forged.id, f.id, t.id, ${amount} from forged, accounts f, accounts t where f.kind = 'faucet' and ${to}
    returning from_account, to_account, amount
  )
  update accounts a set balance = a.balance + case a.id when m.to_account then m.amount else -m.amount end
  from moved m where a.id in (m.to_account, m.from_account)`;
const today = () => new Date().toISOString().slice(0, 10);
const accountOf = (user: string) => sql`t.user_id = ${user}`;

test.each<[string, () => SQL, string]>([
  [
    'a grant whose key is of no day',
    () => forge(`faucet-grant:${once}:more`, accountOf(once), 5_000_000),
    'the key',
  ],
  [
    'a second grant of the same day',
    () => forge(`faucet-grant:${often}:${today()} `, accountOf(often), 5_000_000),
    'the key',
  ],
  [
    'a grant of a day that is not its own',
    () => forge(`faucet-grant:${once}:2031-01-01`, accountOf(once), 5_000_000),
    'the key',
  ],
  [
    'a grant for another user',
    () => forge(`faucet-grant:${often}:first2`, accountOf(once), 5_000_000),
    'the key',
  ],
  [
    'a grant to who has enough',
    () => forge(`faucet-grant:${once}:${today()}`, accountOf(once), 5_000_000),
    'the funds before',
  ],
  [
    'a grant to the house',
    () => forge(`faucet-grant:${once}:${today()}`, sql`t.kind = 'pool'`, 5_000_000),
    'the account',
  ],
  [
    'a first grant that was higher',
    () =>
      sql`update postings set amount = amount + 1000000 where entry_id = (select id from entries where key = ${`faucet-grant:${once}:first`})`,
    'the amount',
  ],
  [
    'a day on which the faucet gave more',
    () =>
      sql`update postings set amount = amount + 1 where entry_id = (select max(id) from entries where kind = 'faucet-grant')`,
    'the amount',
  ],
  [
    'a later grant that says it is the first',
    () =>
      sql`update entries set key = replace(key, 'first', '2026-01-01') where key = ${`faucet-grant:${once}:first`}`,
    'the key',
  ],
  [
    'a grant in books of real stakes',
    () =>
      sql`insert into chain_cursor (chain_id, escrow, block_number, block_hash, block_at) values (137, '\\x00', 1, '\\x00', now())`,
    'the place',
  ],
])('it is found: %s', async (_what, tampering, what) => {
  const found = await undone(database.db, async (tx) => {
    await tx.execute(tampering());
    return replayFaucet(tx);
  });
  expect(found[0]).toMatchObject({
    entryId: expect.stringMatching(/^\d+$/),
    what: `${what} of a grant of the faucet`,
  });
});

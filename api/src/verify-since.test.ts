import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aFeedMarket, aMarket, moveFeedOdds, type TestMarket } from '@tallystone/testkit/betting/betting.ts';
import { type BooksOfDays, openBooksOfDays } from '@tallystone/testkit/betting/days.ts';
import { createMovedDatabase, type MovedDatabase } from '@tallystone/testkit/database/moved-clock.ts';
import { undone } from '@tallystone/testkit/database/undone.ts';
import { auditMarkets } from '@tallystone/testkit/server/audit-markets.ts';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Tx } from './db/db.ts';
import { SINCE_NOTHING, type Since } from './ledger/since.ts';
import { BadState, readState, requireReplaceable, stateText, writeState } from './ledger/state-file.ts';
import { sinceState, stateMismatch, type VerifiedState, verifiedState } from './ledger/verified-state.ts';
import { type VerifiedPromise, verifyBooks } from './verify-books.ts';

let database: MovedDatabase;
let books: BooksOfDays;
/** Open all the time; the first has no bets, the second is of the feed. */
let idle: TestMarket;
let ofFeed: TestMarket;
/** After two days, after the third, and after the fourth. */
let early: VerifiedState;
let late: VerifiedState;
/** The bets of the second day, on markets that were still open in the early state, and of the third and the fourth. */
let before: string[];
let third: string[];
let fourth: string[];

const stateAfter = (since: (tx: Tx) => Promise<Since>): Promise<VerifiedState> =>
  database.db.transaction(async (tx) => {
    const state = await verifiedState(tx, await since(tx));
    if (state === null) throw new Error('the books have no seal');
    return state;
  });
const fromNothing = async () => SINCE_NOTHING;
const from = (state: VerifiedState) => (tx: Tx) => sinceState(tx, state);

beforeAll(async () => {
  database = await createMovedDatabase();
  books = await openBooksOfDays(database, { bettors: 6 });
  const { db } = database;
  idle = await aMarket(db);
  ofFeed = await aFeedMarket(db, { pricedAt: database.now() });
  await auditMarkets(db);
  await books.live({ bets: 8 });
  before = await books.live({ bets: 8 });
  early = await stateAfter(fromNothing);
  await moveFeedOdds(db, ofFeed, [2.2, 1.7]);
  third = await books.live({ bets: 8 });
  late = await stateAfter(from(early));
  fourth = await books.live({ bets: 8 });
});
afterAll(() => database.close());

/** The broken promises by name, with what breaks them, when books with these changes are verified. */
const brokenBy = (since: (tx: Tx) => Promise<Since>, ...changes: SQL[]) =>
  undone(database.db, async (tx) => {
    // Compiling statements takes longer than running them on so few rows.
    await tx.execute(sql`set local jit = off`);
    for (const change of changes) await tx.execute(change);
    const broken: VerifiedPromise[] = [];
    const heads = { file: 'none', heads: [], isNeeded: false };
    await verifyBooks(tx, {
      since: await since(tx),
      heads,
      report: (promise) => promise.offences.length > 0 && broken.push(promise),
    });
    return broken.map(({ name, offences }) => [name, ...offences]);
  });
const namesBrokenBy = async (since: (tx: Tx) => Promise<Since>, ...changes: SQL[]) => [
  ...new Set((await brokenBy(since, ...changes)).map(([name]) => name)),
];

test('books hold from nothing on, and from each state on', async () => {
  for (const since of [fromNothing, from(early), from(late)]) expect(await brokenBy(since)).toEqual([]);
});

test('a state that continues an earlier one is the state of a full run', async () => {
  const [whole, continued, twice] = [
    await stateAfter(fromNothing),
    await stateAfter(from(early)),
    await stateAfter(from(late)),
  ];
  expect(stateText(continued)).toBe(stateText(whole));
  expect(stateText(twice)).toBe(stateText(whole));
  expect(whole.marketIds).toEqual([...books.open, idle, ofFeed].map(({ marketId }) => marketId).sort());
});

const entryOf = (id: string | undefined) => sql`(select entry_id from bets where id = ${id ?? ''})`;

describe('what was tampered with after the state is found', () => {
  const [sold, kept] = [0, 5];
  test.each<[what: string, change: () => SQL, name: string]>([
    [
      'the stake of a bet',
      () => sql`update bets set stake = stake * 2, payout = payout * 2 where id = ${third[kept]}`,
      'bets',
    ],
    [
      'the odds of a bet',
      () =>
        sql`update bets set odds = odds - 10000, payout = stake * (odds - 10000) / 1000000 where id = ${third[kept]}`,
      'bets',
    ],
    [
      'the bettor of a bet',
      () => sql`update bets set user_id = ${books.bettors[0]?.session.userId} where id = ${third[kept]}`,
      'signatures',
    ],
    [
      'the bettor of a bet of before that was paid',
      () => {
        const other = books.bettors[0]?.session.userId;
        const { entryId } = early.seal;
        return sql`update bets set user_id = ${other} where id = (
          select min(n.bet_id) from bet_endings n join bets b on b.id = n.bet_id
          where b.entry_id <= ${entryId}::bigint and n.entry_id > ${entryId}::bigint and b.user_id <> ${other})`;
      },
      'signatures',
    ],
    [
      'the time of a bet',
      // The last of its market: bets that are placed at once have any order, and a first one has none before it.
      () => sql`update bets set placed_at = placed_at - interval '1 day' where id = (
        select b.id from bets b where b.id in ${fourth} order by b.market_version desc limit 1)`,
      'moments',
    ],
    [
      'the cap of a bet',
      () => sql`update bets set daily_stake_cap = daily_stake_cap + 1 where id = ${third[kept]}`,
      'caps',
    ],
    [
      'a signature',
      () =>
        sql`update bets set signature = set_byte(signature, 3, 255 - get_byte(signature, 3)) where id = ${third[kept]}`,
      'signatures',
    ],
    ['a bet that was removed', () => sql`delete from bets where id = ${third[kept]}`, '10'],
    [
      'a posting',
      () => sql`update postings set amount = amount + 1 where entry_id = ${entryOf(third[kept])}`,
      'entries',
    ],
    [
      'a posting that was removed',
      () => sql`delete from postings where entry_id = ${entryOf(third[kept])}`,
      'entries',
    ],
    [
      'the key of an entry',
      () => sql`update entries set key = key || 'x' where id = ${entryOf(third[kept])}`,
      '10',
    ],
    ['an entry that was removed', () => sql`delete from entries where id = ${entryOf(third[kept])}`, '10'],
    [
      'the amount of a cash-out',
      () => sql`update bet_endings set amount = amount + 1 where bet_id = ${third[sold]}`,
      'entries',
    ],
    ['a cash-out that was removed', () => sql`delete from bet_endings where bet_id = ${third[sold]}`, '6'],
    [
      'the signature of a cash-out',
      () => sql`update cash_outs set signed_text = signed_text || ' ' where bet_id = ${third[sold]}`,
      'signatures',
    ],
    [
      'a payment',
      () => sql`update bet_endings set amount = amount - 1 where bet_id = (
      select min(bet_id) from bet_endings where market_version is null and entry_id > ${early.seal.entryId}::bigint)`,
      'bets',
    ],
    [
      'a row of the audit',
      () => sql`update audit set reason = 'Other' where id = ${early.seal.audit.id}::bigint + 2`,
      'audit',
    ],
    [
      'a row of the audit that was removed',
      () => sql`delete from audit where id = ${early.seal.audit.id}::bigint + 2`,
      'audit',
    ],
    ['a seal', () => sql`update seals set root = sha256(root) where id = ${early.seal.id}::bigint + 1`, '10'],
    ['a seal that was removed', () => sql`delete from seals where id = ${early.seal.id}::bigint + 1`, '10'],
    [
      'who won',
      () => sql`update markets m set won_outcome_id = (
        select o.id from outcomes o where o.market_id = m.id and o.id <> m.won_outcome_id)
      where m.won_outcome_id is not null and ${early.seal.at.toISOString()}::timestamptz < m.ended_at`,
      'results',
    ],
    [
      'a result',
      () => sql`update resolutions set evidence = 'Other' where id = (select max(id) from resolutions)`,
      'results',
    ],
    [
      'a result that was removed',
      () => sql`delete from resolutions where id = (select max(id) from resolutions)`,
      'results',
    ],
    [
      'the question of a market',
      () => sql`update markets set title = 'Other' where id = ${books.open[0]?.marketId}`,
      'terms',
    ],
    [
      'the budget of a market',
      () => sql`update markets set loss_budget = loss_budget - 1000000 where id = ${books.open[0]?.marketId}`,
      'budgets',
    ],
    [
      'money from the faucet',
      () => sql`
      with made as (
        insert into entries (kind, key)
        values ('faucet-grant', 'faucet-grant:' || ${books.bettors[1]?.session.userId} || ':2030-01-01') returning id
      ), moved as (
        insert into postings (entry_id, from_account, to_account, amount)
        select made.id, f.id, t.id, 5 from made, accounts f, accounts t
        where f.kind = 'faucet' and t.user_id = ${books.bettors[1]?.session.userId}
        returning from_account, to_account
      )
      update accounts a set balance = balance + case a.id when m.to_account then 5 else -5 end
      from moved m where a.id in (m.to_account, m.from_account)`,
      'faucet',
    ],
    [
      'a bet on a market that had ended before',
      () => sql`
      update bets set market_id = o.market_id, outcome_id = o.id, market_version = 1000 from outcomes o
      where bets.id = ${third[kept]} and o.id = (
        select o.id from outcomes o join markets m on m.id = o.market_id
        where m.state = 'settled' and m.ended_at < ${early.seal.at.toISOString()}::timestamptz limit 1)`,
      '10',
    ],
  ])('%s', async (_what, change, name) => {
    expect(await namesBrokenBy(from(early), change())).toContain(name);
  });
});

describe('what the state carries is compared', () => {
  test.each<[what: string, change: () => SQL, name: string]>([
    [
      'a balance',
      () =>
        sql`update accounts set balance = balance + 1 where user_id = ${books.bettors[3]?.session.userId}`,
      'entries',
    ],
    [
      'a balance of zero',
      () => sql`update accounts set balance = 1 where id = (
      select min(a.id) from accounts a join markets m on m.id = a.market_id where m.state = 'void')`,
      'entries',
    ],
    ['a setting', () => sql`update settings set market_cap = market_cap + 1000000`, 'limits'],
    ['the limits of a user', () => sql`update user_limits set own_cap = own_cap + 1000000`, 'limits'],
    [
      'the level of a user',
      () => sql`update users set kyc_level = 1 where id = ${books.bettors[2]?.session.userId}`,
      'limits',
    ],
    [
      'what a market without new bets has',
      () => sql`update markets set funded = funded + 1 where id = ${idle.marketId}`,
      '4',
    ],
    [
      'its question',
      () => sql`update markets set description = 'Other' where id = ${idle.marketId}`,
      'terms',
    ],
    [
      'a price of the feed',
      () => sql`update feed_prices set odds = odds || '["1"]' where market_id = ${ofFeed.marketId}`,
      'prices',
    ],
    [
      'a market that was open, which was removed',
      () => sql`delete from markets where id = ${idle.marketId}`,
      'terms',
    ],
    [
      'a market that was open, which is called settled',
      () => sql`
      update markets m set state = 'settled', ended_at = now(), won_outcome_id = (
        select max(o.id) from outcomes o where o.market_id = m.id)
      where m.id = ${idle.marketId}`,
      'results',
    ],
    [
      'a row of the audit that still counts',
      () => sql`
      update audit set after = after || '{"lossBudget": "1"}' where action = 'market.create' and subject = ${idle.marketId}`,
      'audit',
    ],
    [
      'a bet of before on a market of the day',
      () => sql`update bets set stake = stake * 2, payout = payout * 2 where id = ${before[4]}`,
      'bets',
    ],
  ])('%s', async (_what, change, name) => {
    expect(await namesBrokenBy(from(early), change())).toContain(name);
  });
});

test('what was tampered with before the state, and nothing rests on, only a full run finds', async () => {
  const change = sql`update bets set signature = sha256(signature) where id = ${before[5]}`;
  expect(await namesBrokenBy(from(late), change)).toEqual([]);
  expect(await namesBrokenBy(fromNothing, change)).toEqual(['signatures']);
});

test('a state is only used with its own books', async () => {
  const mismatch = (...changes: SQL[]) =>
    undone(database.db, async (tx) => {
      for (const change of changes) await tx.execute(change);
      return stateMismatch(tx, { file: 'day.state', seal: late.seal });
    });
  const { id, audit } = late.seal;
  expect(await mismatch()).toBeNull();
  const named = `row ${audit.id} of the audit, up to which day.state says that they were verified at ${late.seal.at.toISOString()}`;
  expect(await mismatch(sql`delete from audit where id >= ${audit.id}::bigint`)).toBe(
    `The books lack ${named}: they end at row ${Number(audit.id) - 1}. They were set back to an earlier time, or they are other books. Nothing was verified.`,
  );
  expect(await mismatch(sql`delete from audit`)).toContain('they end at row 0');
  expect(await mismatch(sql`update audit set hash = sha256(hash) where id = ${audit.id}::bigint`)).toBe(
    `The books have another ${named}: they are other books, or that row was altered. Nothing was verified.`,
  );
  expect(await mismatch(sql`update seals set root = sha256(root) where id = ${id}::bigint`)).toContain(
    `The books have no seal ${id} of the entries up to ${late.seal.entryId}`,
  );
});

test('a file keeps a state, and shows that it was damaged', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'verified-state-'));
  const file = join(folder, 'day.state');
  await requireReplaceable(file);
  const sha256 = await writeState(file, early);
  await writeState(file, late);
  expect(await writeState(file, early)).toBe(sha256);
  const read = await readState(file);
  expect(read.sha256).toBe(sha256);
  expect(stateText(read.state)).toBe(stateText(early));
  expect(await brokenBy(from(read.state))).toEqual([]);
  await requireReplaceable(file);

  const text = await readFile(file, 'utf8');
  const refused = async (content: string) => {
    await writeFile(file, content);
    const error = await readState(file).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(BadState);
    return String(error);
  };
  expect(await refused(text.replace(/"balance":"\d/, '"balance":"1'))).toContain('is damaged');
  expect(await refused(text.slice(0, -30))).toContain('is damaged');
  const later = `${text.slice(0, text.trimEnd().lastIndexOf('\n') + 1).replace('"format":1', '"format":2')}`;
  const ofLater = `${later}${createHash('sha256').update(later).digest('hex')}\n`;
  expect(await refused(ofLater)).toContain('has the format 2 of another version');
  expect(await refused('')).toContain('is no verified state');
  expect(await refused('2026-11-27T00:00:00.000Z 5 ab\n')).toContain('is no verified state');
  await expect(requireReplaceable(file)).rejects.toThrow('exists and is no verified state, so --save');
  await rm(folder, { recursive: true });
  await expect(readState(file)).rejects.toThrow('--since needs a file that --save wrote, and there is no');
});

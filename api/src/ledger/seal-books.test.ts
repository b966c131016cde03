import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { faucetGrantEntry } from '@tallystone/core/ledger/faucet-grant-entry';
import { merkleRoot } from '@tallystone/core/ledger/merkle';
import {
  betLeaf,
  endingLeaf,
  entryLeaf,
  marketLeaf,
  soldPartLeaf,
} from '@tallystone/core/ledger/receipt-leaf';
import { microUsdc } from '@tallystone/core/money/micro-usdc';
import {
  aBettingProcess,
  aBettor,
  aMarket,
  aQuotedBet,
  fundTheHouse,
  type TestBettor,
  usdc,
} from '@tallystone/testkit/betting/betting.ts';
import { cashOutFor, refundLate, sellPartFor, settle } from '@tallystone/testkit/betting/endings.ts';
import { openTestEmbedded } from '@tallystone/testkit/database/embedded.ts';
import { testEngines } from '@tallystone/testkit/database/engines.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { type SQL, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recordAudit } from '../audit/record-audit.ts';
import { placeBet } from '../betting/place-bet.ts';
import type { Db, Tx } from '../db/db.ts';
import type { Database } from '../db/open-database.ts';
import { col, exists, rows, value } from '../db/rows.ts';
import { betEndings } from '../db/schema/bets.ts';
import { transaction } from '../db/transaction.ts';
import { acceptRewind, type ChainHead, RewoundBooks, requireLastHead } from './chain-heads.ts';
import { headLine, NoHeads, readChainHeads } from './head-file.ts';
import { payOutBets } from './pay-out-bets.ts';
import { recordEntries } from './record-entries.ts';
import { type BookSealer, sealBooks } from './seal-books.ts';
import { findBetLeaves, leavesOf, listLeafHashes } from './seal-leaves.ts';

const listSeals = (db: Db) =>
  rows(
    db,
    {
      first_entry: col.text,
      last_entry: col.text,
      leaves: col.text,
      root: col.text,
      action: col.text,
      subject: col.text,
      after: col.json,
    },
    sql`
      select s.first_entry::text, s.last_entry::text, s.leaves::text, encode(s.root, 'hex') as root, a.action,
        a.subject, a.after
      from seals s join audit a on a.id = s.audit_id order by s.id`,
  );

const newestEntry = async (db: Db) =>
  (await rows(db, { id: col.text }, sql`select max(id)::text as id from entries`))[0]?.id ?? '0';

const errors: unknown[] = [];
/** Seals only when the test calls it. */
const aSealer = (
  database: Database,
  headFile: string | null = null,
  onHead = (_head: ChainHead) => undefined,
  now: () => number = () => performance.now(),
) =>
  sealBooks({
    database,
    headFile,
    onHead,
    onError: (error) => errors.push(error),
    everyMs: 3_600_000,
    now,
  });

/** Runs rounds until one has nothing to do: other databases of the server have transactions too. */
async function sealAll(sealer: BookSealer, db: Db): Promise<void> {
  await expect
    .poll(
      async () => {
        await sealer.round();
        return (
          await rows(db, sql`select from entries where id > (select coalesce(max(last_entry), 0) from seals)`)
        ).length;
      },
      { timeout: 120_000 },
    )
    .toBe(0);
}

/** Every leaf of the books, made by core from the rows. */
async function leavesByCore(db: Db): Promise<string[]> {
  const entries = await rows(
    db,
    { id: col.text, kind: col.text, key: col.text },
    sql`select e.id::text, e.kind, e.key from entries e order by e.id`,
  );
  const postings = await rows(
    db,
    { id: col.text, entry_id: col.text, from: col.text, to: col.text, amount: col.text },
    sql`select id::text, entry_id::text, from_account::text as from, to_account::text as to, amount::text from postings`,
  );
  const bets = await rows(
    db,
    {
      entryId: col.text,
      betId: col.text,
      userId: col.text,
      marketId: col.text,
      outcomeId: col.text,
      stake: col.usdc,
      odds: col.odds,
      signedOdds: col.odds,
      fillRule: col.number,
      payout: col.usdc,
      placedAt: col.date,
      closesAt: col.date,
      marketVersion: col.whole,
      signedHash: col.text,
    },
    sql`
      select entry_id::text, id as bet_id, user_id, market_id, outcome_id, stake, odds, signed_odds, fill_rule, payout,
        placed_at, closes_at, market_version, encode(signed_hash, 'hex') as signed_hash from bets`,
  );
  const endings = await rows(
    db,
    {
      entryId: col.text,
      betId: col.text,
      kind: col.oneOf(betEndings.kind),
      amount: col.usdc,
      endedAt: col.date,
    },
    sql`select entry_id::text, bet_id, kind, amount, ended_at from bet_endings`,
  );
  const parts = await rows(
    db,
    {
      entryId: col.text,
      betId: col.text,
      openStake: col.usdc,
      stake: col.usdc,
      payout: col.usdc,
      amount: col.usdc,
      soldAt: col.date,
    },
    sql`select entry_id::text, bet_id, open_stake, stake, payout, amount, sold_at from sold_parts`,
  );
  const terms = await rows(
    db,
    { market_id: col.text, terms: col.text },
    sql`select market_id, terms from market_terms`,
  );
  return entries.flatMap(({ id, kind, key }) => [
    ...terms
      .filter(({ market_id }) => kind === 'market-open' && key === `market-open:${market_id}`)
      .map(({ market_id: marketId, terms }) =>
        marketLeaf({ entryId: id, marketId, termsHash: Buffer.from(sha256(terms)).toString('hex') }),
      ),
    ...bets
      .filter(({ entryId }) => entryId === id)
      .map(({ signedOdds, fillRule: rule, ...bet }) => betLeaf({ ...bet, filledBy: { signedOdds, rule } })),
    ...endings
      .filter(({ entryId }) => entryId === id)
      .map(endingLeaf)
      .sort(),
    ...parts.filter(({ entryId }) => entryId === id).map(soldPartLeaf),
    entryLeaf({
      entryId: id,
      kind,
      key,
      postings: postings
        .filter((posting) => posting.entry_id === id)
        .map(({ id, from, to, amount }) => ({ id, from, to, amount: microUsdc(BigInt(amount)) })),
    }),
  ]);
}

const sha256 = (text: string) => new Uint8Array(createHash('sha256').update(text).digest());

afterEach(() => {
  expect(errors.splice(0)).toEqual([]);
});

describe.each(testEngines)('the seals on %s', (_name, open) => {
  let database: Database;
  let betId: string;
  beforeAll(async () => {
    database = await open();
    const { db } = database;
    await fundTheHouse(db);
    const betting = aBettingProcess(db);
    const [bettor, other] = [await aBettor(db), await aBettor(db)];
    const markets = [await aMarket(db), await aMarket(db)];
    const ids: string[] = [];
    for (const market of markets) {
      for (const [who, outcome, amount] of [
        [bettor, 0, 10],
        [other, 1, 20],
        [bettor, 0, 30],
        [other, 0, 40],
      ] as const) {
        const bet = await aQuotedBet(betting, { bettor: who, market, outcome, amount });
        ids.push((await placeBet(betting, bet)).id);
      }
    }
    await cashOutFor(db, ids[0] ?? '', usdc(9.5));
    await sellPartFor(db, ids[2] ?? '', { stake: usdc(12), amount: usdc(11.5) });
    await sellPartFor(db, ids[2] ?? '', { stake: usdc(10), amount: usdc(9.5) });
    await refundLate(db, ids[3] ?? '');
    await settle(db, markets[0]?.marketId ?? '', 0);
    await settle(db, markets[1]?.marketId ?? '', 'void');
    betId = ids[2] ?? '';
  });
  afterAll(() => database.close());

  test('have the leaves that core makes of the same rows, in the order of the tree', async () => {
    const { db } = database;
    const range = { firstEntry: '1', lastEntry: await newestEntry(db) };
    const expected = await leavesByCore(db);
    const texts = await rows(
      db,
      { leaf: col.text },
      sql`select leaf from (${leavesOf(range)}) l order by l.entry_id, l.kind, l.bet_id collate "C"`,
    );
    expect(texts.map(({ leaf }) => leaf)).toEqual(expected);
    const hashes = await listLeafHashes(db, range);
    expect(hashes.map((hash) => new Uint8Array(hash))).toEqual(expected.map(sha256));
    const places = await findBetLeaves(db, { ...range, betId });
    expect(places.map(({ leaf }) => leaf.split('|')[0])).toEqual([
      'filled-bet',
      'partial-cash-out',
      'partial-cash-out',
      'payout',
    ]);
    expect(places.map(({ index }) => expected[index])).toEqual(places.map(({ leaf }) => leaf));
  });

  test('cover every entry once, and are recorded in the audit', async () => {
    const { db } = database;
    const sealer = aSealer(database);
    await sealAll(sealer, db);
    expect(await sealer.round()).toBe(0);
    await sealer.stop();
    const seals = await listSeals(db);
    // One seal ends with each of the entries that end many bets.
    expect(seals).toHaveLength(4);
    let next = 1;
    for (const { first_entry, last_entry, leaves, root, action, subject, after } of seals) {
      expect(first_entry).toBe(String(next));
      next = Number(last_entry) + 1;
      const hashes = await listLeafHashes(db, { firstEntry: first_entry, lastEntry: last_entry });
      expect(hashes).toHaveLength(Number(leaves));
      expect(Buffer.from(merkleRoot(hashes)).toString('hex')).toBe(root);
      expect([action, subject]).toEqual(['books.seal', `entries ${first_entry}-${last_entry}`]);
      expect(after).toEqual({
        root,
        leaves: Number(leaves),
        firstEntry: Number(first_entry),
        lastEntry: Number(last_entry),
      });
    }
    expect(String(next - 1)).toBe(await newestEntry(db));
  });
});

interface Paid {
  readonly userId: string;
  readonly marketId: string;
}

describe('on PostgreSQL', () => {
  let database: TestDatabase;
  let bettors: TestBettor[];
  let sealer: BookSealer;
  beforeAll(async () => {
    database = await createTestDatabase();
    await fundTheHouse(database.db);
    bettors = [await aBettor(database.db), await aBettor(database.db)];
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    sealer = aSealer(database);
    await sealAll(sealer, database.db);
  });
  afterEach(() => sealer.stop());

  /** A separate connection, in a transaction that has locked an account. */
  async function aTransaction(bettor: TestBettor | undefined) {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query('begin');
    await client.query('select from epochs where slot = 3 for share');
    await client.query(`select from accounts where user_id = '${bettor?.session.userId}' for update`);
    return {
      record: async (key: string): Promise<number> => {
        const { rows: made } = await client.query<{ id: string }>(
          `with made as (insert into entries (kind, key) values ('faucet-grant', '${key}') returning id)
           insert into postings (entry_id, from_account, to_account, amount)
           select made.id, f.id, t.id, 1 from made, accounts f, accounts t
           where f.kind = 'faucet' and t.user_id = '${bettor?.session.userId}' returning entry_id as id`,
        );
        return Number(made[0]?.id);
      },
      end: async (how: 'commit' | 'rollback') => {
        await client.query(how);
        await client.end();
      },
    };
  }

  test('an entry whose transaction ends after a later entry is not left out', async () => {
    const slow = await aTransaction(bettors[0]);
    const quick = await aTransaction(bettors[1]);
    const lower = await slow.record('slow');
    const higher = await quick.record('quick');
    expect(lower).toBeLessThan(higher);
    await quick.end('commit');
    // However often the sealer looks, nothing is sealed while the lower entry may still come.
    for (let i = 0; i < 5; i++) expect(await sealer.round()).toBe(0);
    await slow.end('commit');
    await sealAll(sealer, database.db);
    const seal = (await listSeals(database.db)).at(-1);
    expect([Number(seal?.first_entry), Number(seal?.last_entry)]).toEqual([lower, higher]);
    expect(seal?.leaves).toBe('2');
  });

  test('nor is an entry whose transaction began after all ended ones', async () => {
    // The quick one has the lower number and ends; the slow one, with the lower entry, is then above the
    // upper end of the snapshot.
    const quick = await aTransaction(bettors[1]);
    const slow = await aTransaction(bettors[0]);
    const lower = await slow.record('slow-above');
    const higher = await quick.record('quick-below');
    await quick.end('commit');
    for (let i = 0; i < 5; i++) expect(await sealer.round()).toBe(0);
    await slow.end('commit');
    await sealAll(sealer, database.db);
    const seal = (await listSeals(database.db)).at(-1);
    expect([Number(seal?.first_entry), Number(seal?.last_entry)]).toEqual([lower, higher]);
    expect(seal?.leaves).toBe('2');
  });

  test('an entry that is rolled back leaves a gap that nothing waits for', async () => {
    const undone = await aTransaction(bettors[0]);
    const kept = await aTransaction(bettors[1]);
    await undone.record('undone');
    const higher = await kept.record('kept');
    await kept.end('commit');
    await undone.end('rollback');
    await sealAll(sealer, database.db);
    const seal = (await listSeals(database.db)).at(-1);
    expect([seal?.last_entry, seal?.leaves]).toEqual([String(higher), '1']);
  });

  test('if two processes seal at once, each entry is sealed once', async () => {
    const other = aSealer(database);
    const { userId } = bettors[0]?.session ?? { userId: '' };
    for (let round = 0; round < 10; round++) {
      await transaction(database.db, (tx) =>
        recordEntries(
          tx,
          [0, 1, 2].map((i) => ({
            key: `both:${round}:${i}`,
            entry: faucetGrantEntry({ userId, amount: usdc(1) }),
          })),
        ),
      );
      await Promise.all([sealer.round(), other.round()]);
    }
    await sealAll(sealer, database.db);
    await other.stop();
    let next = 1;
    let leaves = 0;
    for (const seal of await listSeals(database.db)) {
      expect(seal.first_entry).toBe(String(next));
      next = Number(seal.last_entry) + 1;
      leaves += Number(seal.leaves);
    }
    const [{ count } = { count: '' }] = await rows(
      database.db,
      { count: col.text },
      sql`select count(*)::text as count from entries`,
    );
    expect(leaves).toBe(Number(count));
  });

  test.each([
    [
      'records entries',
      (tx: Tx, { userId }: Paid) =>
        recordEntries(tx, [{ key: 'pinned', entry: faucetGrantEntry({ userId, amount: usdc(1) }) }]),
    ],
    [
      'pays out bets',
      (tx: Tx, { userId, marketId }: Paid) => {
        const payments = sql`select 'b' as bet_id, ${userId}::text as user_id, 1::bigint as amount`;
        const ending = { kind: 'refund', marketVersion: null } as const;
        return payOutBets(tx, { marketId, kind: 'refund', key: 'pinned:refund', ending, payments });
      },
    ],
  ])('a transaction that %s pins its epoch before the first id', async (_, record) => {
    const { db } = database;
    const { userId } = bettors[0]?.session ?? { userId: '' };
    const newestId = () => value(db, col.text, sql`select last_value::text from entries_id_seq`);
    const isWaiting = () =>
      exists(
        db,
        sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into entries%'`,
      );
    const slots = new pg.Client({ connectionString: database.url });
    await slots.connect();
    const { marketId } = await aMarket(db);
    const before = await newestId();
    await slots.query('begin; select from epochs for update');
    const recording = transaction(db, async (tx) => {
      await record(tx, { userId, marketId });
      throw new Error('undone');
    });
    // At once: it may end before this test looks again.
    const recorded = expect(recording).rejects.toThrow('undone');
    await expect.poll(isWaiting, { interval: 5 }).toBe(true);
    expect(await newestId()).toBe(before);
    await slots.query('commit');
    await slots.end();
    await recorded;
    // A sequence isn't undone.
    expect(await newestId()).not.toBe(before);
  });

  test('many entries become several seals', async () => {
    const { userId } = bettors[0]?.session ?? { userId: '' };
    const before = (await listSeals(database.db)).length;
    await transaction(database.db, (tx) =>
      recordEntries(
        tx,
        Array.from({ length: 5000 }, (_, i) => ({
          key: `many:${i}`,
          entry: faucetGrantEntry({ userId, amount: usdc(0.01) }),
        })),
      ),
    );
    await sealAll(sealer, database.db);
    const seals = (await listSeals(database.db)).slice(before);
    expect(seals.map(({ leaves }) => Number(leaves))).toEqual([2048, 2048, 904]);
  });

  test('each process reports the head of the chain, and writes it once', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'chain-heads-'));
    const headFile = join(folder, 'below', 'heads.log');
    const heads: object[] = [];
    const [head] = await rows(
      database.db,
      { id: col.text, hash: col.text },
      sql`select id::text, encode(hash, 'hex') as hash from audit order by audit.id desc limit 1`,
    );
    for (let i = 0; i < 2; i++) {
      const reporting = aSealer(database, headFile, (each) => void heads.push(each));
      await reporting.round();
      await reporting.stop();
    }
    expect(heads).toEqual(
      Array(2).fill({ at: expect.any(Date), auditId: Number(head?.id), hash: head?.hash }),
    );
    const line = `Z ${head?.id} ${head?.hash}\n`;
    expect((await readFile(headFile, 'utf8')).split(/\d{4}-\d\d-\d\dT[\d:.]+/)).toEqual(['', line]);
    await rm(folder, { recursive: true });
  });

  test('the head is written after each seal, and logged once a minute', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'chain-heads-'));
    const headFile = join(folder, 'heads.log');
    const heads: object[] = [];
    let now = 0;
    const reporting = aSealer(
      database,
      headFile,
      (each) => void heads.push(each),
      () => now,
    );
    await reporting.round();
    const { userId } = bettors[0]?.session ?? { userId: '' };
    await transaction(database.db, (tx) =>
      recordEntries(
        tx,
        Array.from({ length: 5000 }, (_, i) => ({
          key: `each:${i}`,
          entry: faucetGrantEntry({ userId, amount: usdc(0.01) }),
        })),
      ),
    );
    await sealAll(reporting, database.db);
    const seals = await rows(
      database.db,
      { id: col.text },
      sql`select s.audit_id::text as id from seals s order by s.id desc limit 3`,
    );
    const written = (await readChainHeads(headFile, 100)).map(({ auditId }) => String(auditId));
    expect(written.slice(1)).toEqual(seals.map(({ id }) => id).reverse());
    expect(heads).toHaveLength(1);
    now = 60_000;
    await reporting.round();
    expect(heads).toHaveLength(2);
    await reporting.stop();
    await rm(folder, { recursive: true });
  });

  test('without a file each head is reported', async () => {
    const heads: string[] = [];
    const before = (await listSeals(database.db)).length;
    const reporting = aSealer(
      database,
      null,
      ({ auditId }) => void heads.push(String(auditId)),
      () => 0,
    );
    await reporting.round();
    const { userId } = bettors[0]?.session ?? { userId: '' };
    await transaction(database.db, (tx) =>
      recordEntries(
        tx,
        Array.from({ length: 5000 }, (_, i) => ({
          key: `unfiled:${i}`,
          entry: faucetGrantEntry({ userId, amount: usdc(0.01) }),
        })),
      ),
    );
    await sealAll(reporting, database.db);
    const made = await rows(
      database.db,
      { id: col.text },
      sql`select s.audit_id::text as id from seals s order by s.id offset ${before}`,
    );
    expect(made).toHaveLength(3);
    expect(heads.slice(1)).toEqual(made.map(({ id }) => id));
    await reporting.stop();
    expect(heads).toHaveLength(4);
  });

  test('the last head is reported once more when the process stops', async () => {
    const heads: object[] = [];
    const reporting = aSealer(database, null, (each) => void heads.push(each));
    await reporting.round();
    const auditId = await transaction(database.db, (tx) =>
      recordAudit(tx, { actor: { kind: 'system' }, action: 'settings.change', subject: 'the last change' }),
    );
    expect(heads).toHaveLength(1);
    await reporting.stop();
    expect(heads).toMatchObject([{}, { auditId }]);
  });

  test('entries that wait too long for their seal are reported, and those that waited while no process ran are not', async () => {
    // Its last round continues in the background.
    await sealer.stop();
    await database.db.execute(sql`alter table entries disable trigger user`);
    // While this transaction is open, nothing after it is sealed.
    const open = await aTransaction(bettors[0]);
    await open.record('open');
    await transaction(database.db, (tx) =>
      tx.execute(sql`
        insert into entries (kind, key, recorded_at)
        values ('faucet-grant', 'old', clock_timestamp() - interval '3 hours')`),
    );
    let now = 0;
    const next = aSealer(database, null, undefined, () => now);
    expect(await next.round()).toBe(0);
    now = 59_000;
    expect(await next.round()).toBe(0);
    expect(errors).toEqual([]);
    now = 61_000;
    expect(await next.round()).toBe(0);
    expect(errors.splice(0)).toEqual([
      expect.objectContaining({ message: expect.stringMatching(/waited for its seal for 61 seconds$/) }),
    ]);
    await open.end('commit');
    await next.stop();
    await database.db.execute(sql`alter table entries enable trigger user`);
  });
});

describe('books that were set back', () => {
  let own: TestDatabase;
  let folder: string;
  let headFile: string;
  beforeEach(async () => {
    own = await createTestDatabase();
    folder = await mkdtemp(join(tmpdir(), 'chain-heads-'));
    headFile = join(folder, 'heads.log');
    await change();
  });
  afterEach(async () => {
    await own.close();
    await rm(folder, { recursive: true });
  });
  const change = () =>
    transaction(own.db, (tx) =>
      recordAudit(tx, { actor: { kind: 'system' }, action: 'settings.change', subject: 'settings' }),
    );
  const record = (key: string) =>
    own.db.execute(sql`insert into entries (kind, key) values ('faucet-grant', ${key})`);
  /** As a copy from a moment ago would leave it. */
  const setBackBy = (seals: number) =>
    transaction(own.db, async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`
        with gone as (
          delete from seals where id > (select max(id) from seals) - ${seals} returning audit_id, first_entry
        ), without as (delete from entries where id >= (select min(first_entry) from gone))
        delete from audit a where a.id >= (select min(audit_id) from gone)`);
    });
  const rewound = expect.objectContaining({
    message: expect.stringMatching(/^the books lack row \d+ of the audit/),
  });

  test('to before their last seal, with the same clock, get no more seals and no more heads', async () => {
    const now = () => 0;
    const sealing = aSealer(own, headFile, undefined, now);
    await record('kept');
    await sealAll(sealing, own.db);
    await record('lost');
    await sealAll(sealing, own.db);
    expect(sealing.isRewound()).toBe(false);
    const written = await readFile(headFile, 'utf8');

    await setBackBy(1);
    await expect(requireLastHead(own, headFile)).rejects.toThrow('the books lack row');
    await record('another');
    await expect(sealing.round()).rejects.toThrow(RewoundBooks);
    expect(sealing.isRewound()).toBe(true);
    await sealing.stop();
    expect(errors.splice(0)).toEqual([rewound]);
    // Nor by the next process.
    const next = aSealer(own, headFile, undefined, now);
    await expect(next.round()).rejects.toThrow(RewoundBooks);
    await next.stop();
    expect(errors.splice(0)).toEqual([rewound, rewound]);
    expect([(await listSeals(own.db)).length, await readFile(headFile, 'utf8')]).toEqual([1, written]);
  });

  test('continue once the loss is accepted, in the running process', async () => {
    const sealing = aSealer(own, headFile);
    for (const key of ['kept', 'lost']) {
      await record(key);
      await sealAll(sealing, own.db);
    }
    await setBackBy(1);
    await expect(sealing.round()).rejects.toThrow(RewoundBooks);
    await acceptRewind(own.db, { file: headFile, reason: 'The disk broke' });
    await record('after');
    await sealAll(sealing, own.db);
    expect(sealing.isRewound()).toBe(false);
    await expect(requireLastHead(own, headFile)).resolves.toBeNull();
    await sealing.stop();
  });

  test('again after that are noticed even if the clock was set back meanwhile', async () => {
    const sealing = aSealer(own, headFile);
    for (const key of ['kept', 'lost']) {
      await record(key);
      await sealAll(sealing, own.db);
    }
    await setBackBy(1);
    await acceptRewind(own.db, { file: headFile, reason: 'The disk broke' });
    await record('lost after that');
    await sealAll(sealing, own.db);
    await sealing.stop();
    const heads = await readChainHeads(headFile, 100);
    const last = heads.pop();
    if (last === undefined) throw new Error('heads were written down');
    await writeFile(headFile, [...heads, { ...last, at: new Date(0) }].map(headLine).join(''));
    await setBackBy(1);
    const next = aSealer(own, headFile);
    await expect(next.round()).rejects.toThrow(RewoundBooks);
    await next.stop();
    expect(errors.splice(0)).toEqual([rewound, rewound]);
  });

  test('are noticed by the seal itself if they are set back between the check and the seal', async () => {
    const sealing = aSealer(own, headFile);
    for (const key of ['kept', 'lost']) {
      await record(key);
      await sealAll(sealing, own.db);
    }
    await sealing.stop();
    await record('marked');
    let isDue = true;
    const late = new Proxy(own.db, {
      get: (db, name) => {
        if (name !== 'transaction' || !isDue) return Reflect.get(db, name);
        isDue = false;
        return async (...args: Parameters<Db['transaction']>) => {
          await setBackBy(1);
          await record('of the other server');
          return db.transaction(...args);
        };
      },
    });
    const sealed = aSealer({ ...own, db: late }, headFile);
    await expect(sealed.round()).rejects.toThrow(RewoundBooks);
    await sealed.stop();
    expect(errors.splice(0)).toEqual([rewound, rewound]);
    expect(await listSeals(own.db)).toHaveLength(1);
  });

  test('are noticed whichever statement of a round comes first on the books that were set back', async () => {
    let left = Number.POSITIVE_INFINITY;
    const setBackInBetween = new Proxy(own.db, {
      get: (db, name) =>
        name !== 'execute'
          ? Reflect.get(db, name)
          : async (query: SQL) => {
              left -= 1;
              if (left === 0) await setBackBy(1);
              return db.execute(query);
            },
    });
    const sealing = aSealer({ ...own, db: setBackInBetween }, headFile);
    await record('kept');
    await sealAll(sealing, own.db);
    let statement = 0;
    do {
      statement += 1;
      await record(`lost before statement ${statement}`);
      await sealAll(sealing, own.db);
      left = statement;
      await sealing.round().catch(() => undefined);
      if (left <= 0) await expect(sealing.round(), `statement ${statement}`).rejects.toThrow(RewoundBooks);
      await acceptRewind(own.db, { file: headFile, reason: 'The disk broke' });
    } while (left <= 0);
    // A round reads the head, checks the last one, and looks for new entries.
    expect(statement).toBeGreaterThan(3);
    left = Number.POSITIVE_INFINITY;
    await sealing.stop();
  });

  test('two processes that take turns at sealing both notice what the other sealed', async () => {
    const files = [headFile, join(folder, 'other.log')];
    const sealers = files.map((file) => aSealer(own, file));
    for (let turn = 0; turn < 4; turn++) {
      await record(`turn ${turn}`);
      const sealing = sealers[turn % 2];
      if (sealing !== undefined) await sealAll(sealing, own.db);
    }
    for (const sealing of sealers) await sealing.round();
    const last = await Promise.all(files.map((file) => readChainHeads(file, 1)));
    expect(last[0]).toEqual(last[1]);
    for (const file of files) await expect(requireLastHead(own, file)).resolves.toBeNull();
    // Each process notices it by its own file.
    await setBackBy(1);
    for (const sealing of sealers) {
      await expect(sealing.round()).rejects.toThrow(RewoundBooks);
      await sealing.stop();
    }
    expect(errors.splice(0)).toEqual([rewound, rewound]);
  });

  test('nothing is sealed while the head cannot be written', async () => {
    const sealing = aSealer(own, folder);
    await expect(sealing.round()).rejects.toThrow(NoHeads);
    await record('one');
    await expect(sealing.round()).rejects.toThrow(NoHeads);
    await sealing.stop();
    expect(await listSeals(own.db)).toEqual([]);
    for (const error of errors.splice(0)) expect(error).toBeInstanceOf(NoHeads);
  });
});

test('a server that took over with other epochs and transaction numbers continues to seal, even while the process stops', async () => {
  const [before, after] = await Promise.all([openTestEmbedded(), openTestEmbedded()]);
  const record = ({ db }: Database) =>
    db.execute(sql`insert into entries (kind, key) values ('faucet-grant', 'one')`);
  for (let i = 0; i < 10; i++) await before.db.execute(sql`select pg_current_xact_id()`);
  await Promise.all([before, after].map(record));
  let db = before.db;
  // The first server stops after it has given the mark.
  const gone = () => {
    db = after.db;
    return Promise.reject(new Error('the server went away'));
  };
  const moving = new Proxy(before.db, {
    get: (_, name) => (name === 'transaction' && db === before.db ? gone : Reflect.get(db, name)),
  });
  const sealer = aSealer({ ...before, db: moving });
  await expect(sealer.round()).rejects.toThrow('went away');
  // The same as its own first round.
  expect(errors.splice(0)).toHaveLength(1);
  expect([await sealer.round(), await sealer.round()]).toEqual([0, 1]);
  // A process that stops leaves no entry without a seal.
  await after.db.execute(sql`insert into entries (kind, key) values ('faucet-grant', 'two')`);
  await sealer.stop();
  expect((await listSeals(after.db)).at(-1)?.last_entry).toBe(await newestEntry(after.db));
  await Promise.all([before, after].map((database) => database.close()));
});

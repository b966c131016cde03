import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditMarkets } from './admin/test-audited.ts';
import { placeBet } from './betting/place-bet.ts';
import {
  aBettingProcess,
  aBettor,
  aFeedMarket,
  aMarket,
  aQuotedBet,
  fundTheHouse,
  moveFeedOdds,
} from './betting/test-betting.ts';
import { holdDataFolder } from './control-socket.ts';
import { type Database, openDatabase } from './db/open-database.ts';
import { createTestDatabase, enginesOfRun } from './db/test-database.ts';
import { undone } from './db/test-undone.ts';
import { sealBooks } from './ledger/seal-books.ts';
import { decideEnd, payAll } from './settlement/test-settling.ts';
import { buildPrograms, type TestPrograms } from './test-programs.ts';
import { type VerifiedPromise, verifyBooks } from './verify-books.ts';

let programs: TestPrograms;
beforeAll(async () => {
  programs = await buildPrograms();
});
afterAll(() => programs.remove());

async function verifyLedger(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const program = programs.run('verify-ledger', [], env);
  return { code: await program.ended, output: program.said() };
}

async function placeSomeBets({ db }: Database): Promise<void> {
  await fundTheHouse(db);
  const betting = aBettingProcess(db);
  const bettor = await aBettor(db);
  const market = await aMarket(db);
  for (const amount of [10, 20, 30]) {
    await placeBet(betting, await aQuotedBet(betting, { bettor, market, amount }));
  }
  await decideEnd(db, { market, result: { kind: 'void' }, admin: bettor });
  await payAll(db, market);
  const ofFeed = await aFeedMarket(db);
  await moveFeedOdds(db, ofFeed, [2.2, 1.7]);
  await placeBet(betting, await aQuotedBet(betting, { bettor, market: ofFeed, amount: 40 }));
  await auditMarkets(db);
}

test('on PostgreSQL it says that the books hold, and says so no more once they are tampered with', async () => {
  const database = await createTestDatabase();
  await placeSomeBets(database);
  const good = await verifyLedger({ DATABASE_URL: database.url });
  expect(good.output.match(/^holds {3}\(\w+\)/gm)).toHaveLength(39);
  expect(good.output).toContain(' entries, 4 bets on 2 markets, 3 ends of bets, ');
  expect(good.code).toBe(0);

  // A value that can't be read breaks what needs it, and all else is checked.
  const unreadable = await undone(database.db, async (tx) => {
    await tx.execute(sql`alter table markets drop constraint markets_fill_rule`);
    await tx.execute(sql`update markets set fill_rule = 9 where source = 'azuro'`);
    const told: VerifiedPromise[] = [];
    const heads = { file: 'none', heads: [], isNeeded: false };
    const found = await verifyBooks(tx, { heads, tell: (promise) => told.push(promise) });
    return { ...found, told };
  });
  expect(unreadable.told).toHaveLength(39);
  const broken = unreadable.told.filter(({ offences }) => offences.length > 0);
  expect(broken.map(({ name }) => name)).toEqual(['bets', 'prices']);
  for (const { offences } of broken) {
    expect(offences).toEqual(['could not be checked to its end: expected a rule of filling bets, got 9']);
  }
  expect(unreadable.counted).toEqual([
    expect.stringMatching(/ entries$/),
    expect.stringMatching(/ rows of the audit$/),
  ]);

  await database.db.execute(sql`update accounts set balance = balance + 1 where kind = 'user'`);
  const bad = await verifyLedger({ DATABASE_URL: database.url });
  expect(bad.output).toContain('BROKEN  (1) all accounts add to zero');
  expect(bad.output).toContain('BROKEN  (2) each balance is the sum of its postings');
  expect(bad.output).toContain('3 promises are BROKEN');
  expect(bad.output).toMatch(
    /The first difference: the balance of user:\S+: expected \d+ micro-USDC, found \d+ micro-USDC/,
  );
  expect(bad.code).toBe(1);

  await database.db.execute(sql`alter table bet_endings disable trigger user`);
  await database.db.execute(sql`
      update bet_endings set amount = amount - 1 where bet_id = (select min(bet_id) from bet_endings)`);
  const worse = await verifyLedger({ DATABASE_URL: database.url });
  expect(worse.output).toMatch(/The first difference: entry \d+: .*: expected .*, found /);
  expect(worse.code).toBe(1);

  await database.db.execute(sql`
    delete from drizzle.__drizzle_migrations
    where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`);
  const old = await verifyLedger({ DATABASE_URL: database.url });
  expect(old).toEqual({
    code: 1,
    output: expect.stringContaining('of an older version, so they were not verified. Start Tallystone once'),
  });
  await database.close();
});

if (enginesOfRun().includes('embedded'))
  test('on a data folder it verifies the embedded engine, unless somebody else holds it', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'verify-ledger-'));
    const none = await verifyLedger({ DATA_DIR: dataDir });
    expect(none).toMatchObject({ code: 1, output: expect.stringContaining('There are no books') });

    const database = await openDatabase({ dataDir: join(dataDir, 'database') });
    await database.migrate();
    await placeSomeBets(database);
    const headFile = join(dataDir, 'chain-heads.log');
    const sealer = sealBooks({
      database,
      headFile,
      onHead: () => undefined,
      onError: (error) => expect.unreachable(String(error)),
    });
    await sealer.round();
    await sealer.stop();
    await database.close();
    const good = await verifyLedger({ DATA_DIR: dataDir });
    expect(good).toMatchObject({
      code: 0,
      output: expect.stringMatching(/The books hold: \d+ entries, 4 bets/),
    });

    await rm(headFile);
    const headless = await verifyLedger({ DATA_DIR: dataDir });
    expect(headless.output).toMatch(/BROKEN {2}\(heads\) .*\n.*chain-heads.log is missing or names no head/);
    expect(headless.code).toBe(1);
    await mkdir(headFile);
    const blocked = programs.run('main', [], { DATA_DIR: dataDir });
    expect(await blocked.ended).toBe(1);
    expect(blocked.said()).toMatch(/^Tallystone does not start: \S+chain-heads.log is no file, and /m);
    await rm(headFile, { recursive: true });

    // Of what a restored backup lacks.
    const head = `${new Date().toISOString()} 999999 ${'ab'.repeat(32)}\n`;
    await writeFile(headFile, head);
    const rewound = await verifyLedger({ DATA_DIR: dataDir });
    expect(rewound.output).toMatch(/BROKEN {2}\(heads\) .*\n.*the books lack row 999999 of the audit/);
    expect(rewound.code).toBe(1);
    const start = programs.run('main', [], { DATA_DIR: dataDir });
    expect(await start.ended).toBe(1);
    expect(start.said()).toMatch(/^Tallystone does not start: the books lack row 999999 of the audit/m);
    const accept = programs.run('tally', ['accept-rewind', '--reason', 'The disk broke'], {
      DATA_DIR: dataDir,
    });
    expect(await accept.ended).toBe(0);
    expect(accept.said()).toMatch(/^The books go on from row 6 of the audit, of /);
    expect(await verifyLedger({ DATA_DIR: dataDir })).toMatchObject({ code: 0 });

    const release = await holdDataFolder(dataDir, async () => ({ ok: true, lines: [] }));
    const held = await verifyLedger({ DATA_DIR: dataDir });
    expect(held).toMatchObject({
      code: 1,
      output: expect.stringContaining('is in use by another running'),
    });
    await release();
    await rm(dataDir, { recursive: true });
  });

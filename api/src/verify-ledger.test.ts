import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  aBettingProcess,
  aBettor,
  aMarket,
  aQuotedBet,
  type TestMarket,
} from '@tallystone/testkit/betting/betting.ts';
import { sealAll } from '@tallystone/testkit/betting/days.ts';
import { placeSomeBets } from '@tallystone/testkit/betting/some-bets.ts';
import { createTestDatabase, enginesOfRun } from '@tallystone/testkit/database/test-database.ts';
import { buildPrograms, type TestPrograms } from '@tallystone/testkit/server/programs.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordAudit } from './audit/record-audit.ts';
import { placeBet } from './betting/place-bet.ts';
import { holdDataFolder } from './control-socket.ts';
import type { Db } from './db/db.ts';
import { openDatabase } from './db/open-database.ts';
import { transaction } from './db/transaction.ts';
import { sealBooks } from './ledger/seal-books.ts';

let programs: TestPrograms;
beforeAll(async () => {
  programs = await buildPrograms();
});
afterAll(() => programs.remove());

async function verifyLedger(
  env: Record<string, string>,
  ...args: string[]
): Promise<{ code: number | null; output: string }> {
  const program = programs.run('verify-ledger', args, env);
  return { code: await program.ended, output: program.said() };
}

test('on PostgreSQL it confirms the books, and no longer does once they are tampered with', async () => {
  const database = await createTestDatabase();
  await placeSomeBets(database);
  const good = await verifyLedger({ DATABASE_URL: database.url });
  expect(good.output.match(/^holds {3}\(\w+\)/gm)).toHaveLength(49);
  expect(good.output).toContain(' entries, 4 bets on 2 markets, 3 ends of bets, ');
  expect(good.code).toBe(0);

  const folder = await mkdtemp(join(tmpdir(), 'tallystone-bet-log-'));
  const log = join(folder, 'server.log');
  const lost = ['b_lost', 'u_one', 'o_one', 25, 1.99, '2026-11-27T00:00:00.000Z'];
  await writeFile(log, `${JSON.stringify({ market: 'm_one', bets: [lost], msg: 'bets were placed' })}\n`);
  const lacking = await verifyLedger({ DATABASE_URL: database.url }, '--bets', log);
  expect(lacking.output).toContain('BROKEN  (acknowledged) the books have each bet of the log');
  expect(lacking.output).toContain(
    'bet b_lost of user u_one was acknowledged at 2026-11-27T00:00:00.000Z: 25.00 USDC',
  );
  expect(lacking.output).toContain(', 1 bets of the log, 1 of them missing, ');
  expect(lacking.code).toBe(1);
  await rm(folder, { recursive: true });
  const nameless = await verifyLedger({ DATABASE_URL: database.url }, '--bets', log);
  expect(nameless.output).toContain(
    '--bets needs a file with the log of a server that runs with LOG_BETS=on',
  );

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

test('heads that are kept elsewhere show what books in PostgreSQL lack', async () => {
  const database = await createTestDatabase();
  await placeSomeBets(database);
  const folder = await mkdtemp(join(tmpdir(), 'verify-heads-'));
  const file = join(folder, 'copy.log');
  const verify = () => verifyLedger({ DATABASE_URL: database.url }, '--heads', file);
  expect(await verify()).toEqual({
    code: 1,
    output: expect.stringContaining('--heads needs a file of heads'),
  });
  await writeFile(file, `${new Date().toISOString()} 999999 ${'ab'.repeat(32)}\n`);
  const lacking = await verify();
  expect(lacking.output).toMatch(/BROKEN {2}\(heads\) .*\n.*the books lack row 999999 of the audit/);
  expect(lacking.code).toBe(1);
  await rm(folder, { recursive: true });
  await database.close();
});

test('it saves what it verified, and verifies what is new since', async () => {
  const database = await createTestDatabase();
  await placeSomeBets(database);
  const folder = await mkdtemp(join(tmpdir(), 'verified-state-'));
  const [file, next] = [join(folder, 'day-1.state'), join(folder, 'day-2.state')];
  const verify = (...args: string[]) => verifyLedger({ DATABASE_URL: database.url }, ...args);
  const unsealed = await verify('--save', file);
  expect(unsealed.output).toContain(`${file} was not written, because the books have no seal yet.`);
  expect(unsealed.code).toBe(1);
  expect(await verify('--save')).toEqual({
    code: 1,
    output: expect.stringContaining('--save needs a file to write the verified state to'),
  });
  expect(await verify('--since', file)).toEqual({
    code: 1,
    output: expect.stringContaining('--since needs a file that --save wrote'),
  });

  await sealAll(database);
  const whole = await verify('--save', file);
  expect(whole.output).toMatch(
    /day-1\.state says that the books were verified up to seal \d+ \(entry \d+, \S+Z\)\. Keep it, or its SHA-256, where the server can't write: [0-9a-f]{64}\n/,
  );
  expect(whole.output).toContain(' entries, 4 bets on 2 markets, ');
  expect(whole.code).toBe(0);

  const bettor = await aBettor(database.db);
  const betting = aBettingProcess(database.db);
  const market = await aMarket(database.db);
  await placeBet(betting, await aQuotedBet(betting, { bettor, market, amount: 10 }));
  await recordOpening(database.db, market);
  await sealAll(database);
  const later = await verify('--since', file, '--save', next);
  expect(later.output.match(/^holds {3}\(\w+\)/gm)).toHaveLength(49);
  expect(later.output).toMatch(
    /^Everything after seal \d+ \(entry \d+, \S+Z\) was checked; what came before is as \S+day-1\.state says it was verified \(SHA-256 [0-9a-f]{64}\)\.$/m,
  );
  // The market of the feed is open, so all its bets are replayed.
  expect(later.output).toContain(': 3 entries, 2 bets on 2 markets, 0 ends of bets, ');
  expect(later.code).toBe(0);
  expect(await verify('--since', next)).toMatchObject({ code: 0 });

  await writeFile(join(folder, 'notes.txt'), 'Mine');
  expect(await verify('--save', join(folder, 'notes.txt'))).toEqual({
    code: 1,
    output: expect.stringContaining('exists and is no verified state, so --save does not replace it'),
  });
  const saved = await readFile(next, 'utf8');
  await database.db.execute(
    sql`update accounts set balance = balance + 1 where user_id = ${bettor.session.userId}`,
  );
  const broken = await verify('--since', file, '--save', next);
  expect(broken.output).toContain(`${next} was not written, because promises are broken.`);
  expect(broken.code).toBe(1);
  expect(await readFile(next, 'utf8')).toBe(saved);

  await writeFile(file, (await readFile(file, 'utf8')).replace('"balance":"', '"balance":"1'));
  expect(await verify('--since', file)).toEqual({ code: 1, output: expect.stringContaining('is damaged') });
  const other = await createTestDatabase();
  await placeSomeBets(other);
  expect(await verifyLedger({ DATABASE_URL: other.url }, '--since', next)).toEqual({
    code: 1,
    output: expect.stringMatching(
      /^The books (lack|have another) row \d+ of the audit, up to which \S+day-2\.state says/,
    ),
  });
  await other.close();
  await rm(folder, { recursive: true });
  await database.close();
});

/** The row of the audit with which an admin's market opens. */
const recordOpening = (db: Db, { marketId }: TestMarket) =>
  transaction(db, (tx) =>
    recordAudit(tx, {
      actor: { kind: 'system' },
      action: 'market.create',
      subject: marketId,
      after: { lossBudget: '10000.00' },
    }),
  );

if (enginesOfRun().includes('embedded'))
  test('on a data folder it verifies the embedded engine, unless another process has locked it', async () => {
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

    // Heads of rows that a restored backup lacks.
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

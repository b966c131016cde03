import { appendFile, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recordAudit } from '../audit/record-audit.ts';
import { type Database, openDatabase } from '../db/open-database.ts';
import { rows } from '../db/rows.ts';
import { createTestDatabase, type TestDatabase } from '../db/test-database.ts';
import { transaction } from '../db/transaction.ts';
import {
  acceptRewind,
  type ChainHead,
  currentHead,
  findLostHead,
  headLine,
  RewoundBooks,
  readChainHeads,
  requireLastHead,
} from './chain-heads.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chain-heads-'));
  file = join(folder, 'chain-heads.log');
});
afterEach(() => rm(folder, { recursive: true }));

/** Writes a row into the audit, and down that it is the head now. */
async function change({ db }: Database): Promise<ChainHead> {
  await transaction(db, (tx) =>
    recordAudit(tx, { actor: { kind: 'system' }, action: 'settings.change', subject: 'settings' }),
  );
  const head = await currentHead(db);
  if (head === null) throw new Error('a row was written');
  await appendFile(file, headLine(head));
  return head;
}

describe('books that were set back', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.close());
  /** As a restored copy would have it. */
  const setBackTo = (auditId: number) =>
    transaction(database.db, async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`delete from audit where audit.id > ${auditId}`);
    });

  test('lack the last head until the loss is accepted, which the audit then says', async () => {
    const kept = await change(database);
    const lost = await change(database);
    await expect(requireLastHead(database.db, file)).resolves.toBeUndefined();
    expect(await acceptRewind(database.db, { file, reason: 'Too early' })).toBeNull();

    await setBackTo(kept.auditId);
    // Other changes take the numbers of those that are lost.
    await transaction(database.db, (tx) =>
      recordAudit(tx, { actor: { kind: 'system' }, action: 'settings.change', subject: 'another' }),
    );
    await expect(requireLastHead(database.db, file)).rejects.toThrow(RewoundBooks);
    await expect(requireLastHead(database.db, file)).rejects.toThrow(`the books lack row ${lost.auditId}`);
    await setBackTo(kept.auditId);
    expect(await acceptRewind(database.db, { file, reason: 'The disk broke' })).toEqual({ lost, kept });
    await expect(requireLastHead(database.db, file)).resolves.toBeUndefined();
    const [row] = await rows<object>(
      database.db,
      sql`select actor, action, subject, before, after, reason from audit order by audit.id desc limit 1`,
    );
    expect(row).toEqual({
      actor: 'command-line',
      action: 'books.rewind',
      subject: `audit rows after ${kept.auditId}`,
      before: { ...lost, at: lost.at.toISOString() },
      after: { ...kept, at: kept.at.toISOString() },
      reason: 'The disk broke',
    });
  });

  test('are noticed again when they are set back to before what was accepted', async () => {
    const kept = await change(database);
    await change(database);
    await setBackTo(kept.auditId);
    await acceptRewind(database.db, { file, reason: 'The disk broke' });
    await change(database);
    await setBackTo(kept.auditId);
    await expect(requireLastHead(database.db, file)).rejects.toThrow(RewoundBooks);
    await acceptRewind(database.db, { file, reason: 'It broke again' });
    await expect(requireLastHead(database.db, file)).resolves.toBeUndefined();
  });

  test('an accepted loss covers no head that was written down after it', async () => {
    const kept = await change(database);
    await change(database);
    await setBackTo(kept.auditId);
    await acceptRewind(database.db, { file, reason: 'The disk broke' });
    const accepted = await currentHead(database.db);
    const later = await change(database);
    await setBackTo(accepted?.auditId ?? 0);
    expect(await findLostHead(database.db, await readChainHeads(file, 100))).toEqual(later);
  });
});

describe('the heads of a file', () => {
  const head = (auditId: number): ChainHead => ({
    at: new Date(Date.UTC(2026, 10, 23, 12, auditId)),
    auditId,
    hash: 'ab'.repeat(32),
  });

  test('are its last ones, without what a crash has cut off', async () => {
    const heads = [1, 2, 3].map(head);
    await writeFile(file, heads.map(headLine).join(''));
    expect(await readChainHeads(file, 100)).toEqual(heads);
    expect(await readChainHeads(file, 1)).toEqual([heads[2]]);
    await appendFile(file, headLine(head(4)).slice(0, 60));
    expect(await readChainHeads(file, 1)).toEqual([heads[2]]);
  });

  test('are none without a file, and in an empty one', async () => {
    expect(await readChainHeads(file, 1)).toEqual([]);
    await writeFile(file, '');
    expect(await readChainHeads(file, 1)).toEqual([]);
  });
});

test('a copy of a data folder that was put back is noticed', async () => {
  const open = () => openDatabase({ dataDir: join(folder, 'database') });
  let database = await open();
  await database.migrate();
  await change(database);
  await database.close();
  await cp(join(folder, 'database'), join(folder, 'copy'), { recursive: true });
  database = await open();
  const lost = await change(database);
  await database.close();
  await rm(join(folder, 'database'), { recursive: true });
  await cp(join(folder, 'copy'), join(folder, 'database'), { recursive: true });
  database = await open();
  await expect(requireLastHead(database.db, file)).rejects.toThrow(`row ${lost.auditId}`);
  await acceptRewind(database.db, { file, reason: 'The copy is all there is' });
  await expect(requireLastHead(database.db, file)).resolves.toBeUndefined();
  await database.close();
});

import { appendFile, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestEmbedded } from '@tallystone/testkit/database/embedded.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recordAudit } from '../audit/record-audit.ts';
import { type Database, openDatabase } from '../db/open-database.ts';
import { col, rows } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import {
  acceptRewind,
  type ChainHead,
  currentHead,
  findLostHead,
  RewoundBooks,
  requireLastHead,
} from './chain-heads.ts';
import { headLine, NoHeads, readChainHeads } from './head-file.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chain-heads-'));
  file = join(folder, 'chain-heads.log');
});
afterEach(() => rm(folder, { recursive: true }));

/** Writes a row into the audit, and its head into the file. */
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
  /** As a restored copy would leave it. */
  const setBackTo = (auditId: number) =>
    transaction(database.db, async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`delete from audit where audit.id > ${auditId}`);
    });

  test('lack the last head until the loss is accepted, which the audit then records', async () => {
    const kept = await change(database);
    const lost = await change(database);
    await expect(requireLastHead(database, file)).resolves.toBeNull();
    expect(await acceptRewind(database.db, { file, reason: 'Too early' })).toBeNull();

    await setBackTo(kept.auditId);
    // Other changes take the numbers of the lost rows.
    await transaction(database.db, (tx) =>
      recordAudit(tx, { actor: { kind: 'system' }, action: 'settings.change', subject: 'another' }),
    );
    await expect(requireLastHead(database, file)).rejects.toThrow(RewoundBooks);
    await expect(requireLastHead(database, file)).rejects.toThrow(`the books lack row ${lost.auditId}`);
    await setBackTo(kept.auditId);
    expect(await acceptRewind(database.db, { file, reason: 'The disk broke' })).toEqual({ lost, kept });
    await expect(requireLastHead(database, file)).resolves.toBeNull();
    const [row] = await rows(
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

  test('are noticed again when they are set back to before the accepted loss', async () => {
    const kept = await change(database);
    await change(database);
    await setBackTo(kept.auditId);
    await acceptRewind(database.db, { file, reason: 'The disk broke' });
    await change(database);
    await setBackTo(kept.auditId);
    await expect(requireLastHead(database, file)).rejects.toThrow(RewoundBooks);
    await acceptRewind(database.db, { file, reason: 'It broke again' });
    await expect(requireLastHead(database, file)).resolves.toBeNull();
  });

  test('an accepted loss covers no head that was written after it', async () => {
    const kept = await change(database);
    await change(database);
    await setBackTo(kept.auditId);
    await acceptRewind(database.db, { file, reason: 'The disk broke' });
    const accepted = await currentHead(database.db);
    const later = await change(database);
    await setBackTo(accepted?.auditId ?? 0);
    expect(await findLostHead(database.db, await readChainHeads(file, 100))).toEqual(later);
  });

  const HOUR_MS = 3_600_000;
  /** A head with the moment of a wrong clock. */
  const datedBy = (ms: number, head: ChainHead) => ({ ...head, at: new Date(head.at.getTime() + ms) });

  test('with a clock that was ahead continue once the loss is accepted, whatever the clock says now', async () => {
    const kept = await change(database);
    const lost = [await change(database), await change(database)];
    await setBackTo(kept.auditId);
    await writeFile(file, [kept, ...lost.map((head) => datedBy(HOUR_MS, head))].map(headLine).join(''));
    await expect(requireLastHead(database, file)).rejects.toThrow(RewoundBooks);
    expect(await acceptRewind(database.db, { file, reason: 'The disk broke' })).not.toBeNull();
    await expect(requireLastHead(database, file)).resolves.toBeNull();
    // verify-ledger no longer looks for one of them either.
    expect(await findLostHead(database.db, await readChainHeads(file, 100))).toBeNull();
    expect(await acceptRewind(database.db, { file, reason: 'Again' })).toBeNull();
    // After the heads of that time are thinned to one a day, their order is still enough.
    const thinned = (await readChainHeads(file, 100)).filter(({ auditId }) => auditId !== lost[1]?.auditId);
    expect(await findLostHead(database.db, thinned)).toBeNull();
  });

  test('are noticed again even if the clock was set back since the loss was accepted', async () => {
    const kept = await change(database);
    await change(database);
    await setBackTo(kept.auditId);
    await acceptRewind(database.db, { file, reason: 'The disk broke' });
    const accepted = await currentHead(database.db);
    const later = datedBy(-HOUR_MS, await change(database));
    const heads = await readChainHeads(file, 100);
    await writeFile(file, [...heads.slice(0, -1), later].map(headLine).join(''));
    await setBackTo(accepted?.auditId ?? 0);
    await expect(requireLastHead(database, file)).rejects.toThrow(`row ${later.auditId} `);
  });

  test('continue once the loss is accepted even if other rows have the numbers of the lost ones', async () => {
    const kept = await change(database);
    const lost = await change(database);
    await setBackTo(kept.auditId);
    // Like a server with a new folder, which has nothing to compare with.
    const written = await readChainHeads(file, 100);
    await change(database);
    await change(database);
    await writeFile(file, written.map(headLine).join(''));
    expect(await acceptRewind(database.db, { file, reason: 'The disk broke' })).toMatchObject({ lost });
    await expect(requireLastHead(database, file)).resolves.toBeNull();
    expect(await findLostHead(database.db, await readChainHeads(file, 100))).toBeNull();
  });

  test('also continue on another server, whose file ends elsewhere, once the loss is accepted on one', async () => {
    const kept = await change(database);
    const heads = [kept, await change(database), await change(database), await change(database)];
    await setBackTo(kept.auditId);
    const [, behind, named, ahead] = heads.map(headLine);
    await writeFile(file, `${headLine(kept)}${behind}${named}`);
    await acceptRewind(database.db, { file, reason: 'The disk broke' });
    const other = join(folder, 'other.log');
    for (const end of [behind, `${named}${ahead}`]) {
      await writeFile(other, `${headLine(kept)}${end}`);
      await expect(requireLastHead(database, other)).resolves.toBeNull();
    }
    // Rows lost or changed before the kept row are not part of the accepted loss.
    await writeFile(other, headLine({ ...kept, hash: 'ab'.repeat(32) }));
    await expect(requireLastHead(database, other)).rejects.toThrow(RewoundBooks);
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
  await expect(requireLastHead(database, file)).rejects.toThrow(`row ${lost.auditId}`);
  await acceptRewind(database.db, { file, reason: 'The copy is all there is' });
  await expect(requireLastHead(database, file)).resolves.toBeNull();
  await database.close();
});

describe('books whose file of heads is gone', () => {
  let embedded: Database;
  beforeAll(async () => {
    embedded = await openTestEmbedded();
  });
  afterAll(() => embedded.close());
  const sealOne = ({ db }: Database) =>
    transaction(db, async (tx) => {
      const auditId = await recordAudit(tx, {
        actor: { kind: 'system' },
        action: 'books.seal',
        subject: 'x',
      });
      const [{ entry } = { entry: '0' }] = await rows(
        tx,
        { entry: col.text },
        sql`insert into entries (kind, key) values ('faucet-grant', ${auditId}::text) returning id::text as entry`,
      );
      await tx.execute(sql`
        insert into seals (id, first_entry, last_entry, leaves, root, audit_id)
        values ((select coalesce(max(id), 0) + 1 from seals), ${entry}::bigint, ${entry}::bigint, 1, ${Buffer.alloc(32)}, ${auditId})`);
    });

  test('are refused in the same data folder until the loss is accepted', async () => {
    const { db } = embedded;
    // A start that was killed before it wrote the first head leaves no more than this.
    await sealOne(embedded);
    await expect(requireLastHead(embedded, file)).resolves.toBeNull();
    expect(await acceptRewind(db, { file, reason: 'Too early' })).toBeNull();

    await sealOne(embedded);
    await expect(requireLastHead(embedded, file)).rejects.toThrow(NoHeads);
    await expect(requireLastHead(embedded, file)).rejects.toThrow(
      /chain-heads\.log is missing .*restored to an earlier time: bets, payments and results may be missing/,
    );
    const kept = await currentHead(db);
    expect(await acceptRewind(db, { file, reason: 'It was not in the backup' })).toEqual({
      lost: null,
      kept,
    });
    await expect(requireLastHead(embedded, file)).resolves.toBeNull();
    const accepted = await currentHead(db);
    expect(await readChainHeads(file, 9)).toEqual([accepted]);
    const [row] = await rows(
      db,
      sql`select action, before, after, reason from audit order by audit.id desc limit 1`,
    );
    expect(row).toEqual({
      action: 'books.rewind',
      before: { heads: 'missing' },
      after: { head: { ...kept, at: kept?.at.toISOString() } },
      reason: 'It was not in the backup',
    });
    // A copy of the file that is found later still shows what is missing.
    const copied = { at: new Date(Date.now() - 1000), auditId: 999, hash: 'ab'.repeat(32) };
    expect(await findLostHead(db, [copied])).toEqual(copied);

    await writeFile(file, 'no head\n');
    await expect(requireLastHead(embedded, file)).rejects.toThrow(NoHeads);
  });

  test('of an older version, which wrote one a minute, are accepted until this version has sealed them', async () => {
    const database = await createTestDatabase();
    await sealOne(database);
    await sealOne(database);
    // As the migration leaves it.
    await transaction(database.db, (tx) =>
      recordAudit(tx, { actor: { kind: 'system' }, action: 'acts.sign', subject: 'markets' }),
    );
    expect(await requireLastHead(database, file)).toBeNull();
    await sealOne(database);
    expect(await requireLastHead(database, file)).toBeNull();
    await sealOne(database);
    expect(await requireLastHead(database, file)).not.toBeNull();
    await database.close();
  });

  test('of an older version are refused if a head must have come between two seals', async () => {
    const older = await openTestEmbedded();
    const sealAt = async (at: string) => {
      await sealOne(older);
      await transaction(older.db, async (tx) => {
        await tx.execute(sql`set local session_replication_role = replica`);
        await tx.execute(
          sql`update audit set at = ${at}::timestamptz where audit.id = (select max(id) from audit)`,
        );
      });
    };
    await sealAt('2026-11-01T12:00:00Z');
    await sealAt('2026-11-01T12:02:00Z');
    await transaction(older.db, (tx) =>
      recordAudit(tx, { actor: { kind: 'system' }, action: 'acts.sign', subject: 'markets' }),
    );
    expect(await requireLastHead(older, file)).toBeNull();
    await sealAt('2026-11-01T12:02:01Z');
    await expect(requireLastHead(older, file)).rejects.toThrow(NoHeads);
    await older.close();
  });

  test('are reported in PostgreSQL, which a new data folder may join', async () => {
    const database = await createTestDatabase();
    await sealOne(database);
    expect(await requireLastHead(database, file)).toBeNull();
    await sealOne(database);
    expect(await requireLastHead(database, file)).toMatch(
      /chain-heads\.log is missing .* Where this data folder is new/,
    );
    await database.close();
  });

  test('are refused in one sentence if its path is a folder', async () => {
    for (const look of [
      () => requireLastHead(embedded, folder),
      () => acceptRewind(embedded.db, { file: folder, reason: 'Why' }),
    ]) {
      await expect(look()).rejects.toThrow(NoHeads);
      await expect(look()).rejects.toThrow(
        `${folder} is no file, and the heads of the audit are kept in one.`,
      );
    }
  });
});

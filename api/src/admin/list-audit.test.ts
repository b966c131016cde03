import type { WireAuditRow } from '@tallystone/core/http-api/admin';
import { aMarket, type TestMarket } from '@tallystone/testkit/betting/betting.ts';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { anAdmin, callAs } from '@tallystone/testkit/server/desk.ts';
import { aTestApp, type SignedIn } from '@tallystone/testkit/server/test-app.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../app.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { transaction } from '../db/transaction.ts';

let database: TestDatabase;
let app: App;
let chief: SignedIn;
beforeAll(async () => {
  database = await createTestDatabase();
  app = await aTestApp(database);
  chief = await anAdmin(app, database.db);
  await transaction(database.db, async (tx) => {
    for (let i = 1; i <= 250; i++) {
      await recordAudit(tx, { actor: { kind: 'system' }, action: 'test.note', subject: `note ${i}` });
    }
    await recordAudit(tx, {
      actor: { kind: 'command-line' },
      action: 'test.large',
      subject: 'x',
      before: { text: 'y'.repeat(7900) },
      after: { text: 'z'.repeat(9000) },
      reason: 'A test',
    });
  });
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const list = (query: Record<string, string> = {}) => callAs(app, chief)({ url: '/api/admin/audit', query });
const page = async (query: Record<string, string> = {}) => (await list(query)).json<WireAuditRow[]>();

describe('the list of the audit', () => {
  test('has the newest first, 100 at a time, each once', async () => {
    const pages = [await page()];
    for (let last = pages[0]?.at(-1); last; last = pages.at(-1)?.at(-1)) {
      pages.push(await page({ before: String(last.id) }));
    }
    expect(pages.map(({ length }) => length)).toEqual([100, 100, 51, 0]);
    expect(pages.flat().map(({ id }) => id)).toEqual(Array.from({ length: 251 }, (_, i) => 251 - i));
    expect(pages[0]?.[1]).toEqual({
      id: 250,
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      actor: 'system',
      action: 'test.note',
      subject: 'note 250',
      before: null,
      after: null,
      reason: null,
    });
  });

  test('shows the size and the beginning of a large value', async () => {
    const [row] = await page();
    expect(row).toMatchObject({
      actor: 'command-line',
      before: { text: 'y'.repeat(7900) },
      after: { characters: 9012, begins: expect.stringMatching(/^\{"text": "z{990}$/) },
      reason: 'A test',
    });
  });

  test('names the markets of a row, at most twenty, deleted ones included', async () => {
    const markets: TestMarket[] = [];
    for (let i = 0; i < 22; i++) markets.push(await aMarket(database.db, { title: `Named ${i}` }));
    const ids = markets.map(({ marketId }) => marketId);
    const [id = ''] = ids;
    await database.db.execute(
      sql`update markets set archived_at = now(), deleted_at = now() where id = ${id}`,
    );
    await transaction(database.db, async (tx) => {
      const actor = { kind: 'command-line' } as const;
      const note = (given: { action: string; subject: string; after: unknown }) =>
        recordAudit(tx, { actor, ...given });
      await note({ action: 'market.create', subject: id, after: { title: 'm_not an id' } });
      await note({ action: 'markets.disable', subject: '22 markets', after: { disabled: ids } });
      await note({ action: 'azuro.import', subject: 'azuro', after: { imported: [], skipped: { live: 2 } } });
      await note({ action: 'test.gone', subject: 'm_nobody', after: null });
    });
    const [gone, none, disabled, created] = await page();
    expect(created?.markets).toEqual({ count: 1, first: [{ id, title: 'Named 0' }] });
    expect(disabled?.markets?.count).toBe(22);
    expect(disabled?.markets?.first).toEqual(
      ids.slice(0, 20).map((each, index) => ({ id: each, title: `Named ${index}` })),
    );
    expect(none).not.toHaveProperty('markets');
    expect(gone).not.toHaveProperty('markets');
  });

  test('leaves out seals of the books unless requested', async () => {
    await transaction(database.db, (tx) =>
      recordAudit(tx, { actor: { kind: 'system' }, action: 'books.seal', subject: 'entries 1-9' }),
    );
    expect((await page())[0]?.action).not.toBe('books.seal');
    expect((await page({ seals: 'shown' }))[0]).toMatchObject({
      action: 'books.seal',
      subject: 'entries 1-9',
    });
  });

  test.each(['0', '-1', '1.5', 'x', '', '1e3', '99999999999999999', '1\0'])(
    'before %j is refused',
    async (before) => {
      const answer = await list({ before });
      expect([answer.statusCode, answer.json()]).toMatchObject([400, { code: 'invalid-request' }]);
    },
  );
});

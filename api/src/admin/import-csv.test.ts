import { csvLine } from '@tallystone/core/csv/csv-line';
import { readCsvText } from '@tallystone/core/csv/csv-text';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { anAdmin, callAs, trailOf } from '@tallystone/testkit/server/desk.ts';
import { aTestApp } from '@tallystone/testkit/server/test-app.ts';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import Papa from 'papaparse';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { App } from '../app.ts';
import { col, rows } from '../db/rows.ts';
import { checkInvariants } from '../ledger/check-invariants.ts';
import { importCsv } from './import-csv.ts';

let database: TestDatabase;
let app: App;
let call: ReturnType<typeof callAs>;
beforeAll(async () => {
  database = await createTestDatabase();
  app = await aTestApp(database);
  call = callAs(app, await anAdmin(app, database.db));
  await database.db.execute(sql`update settings set liquidity_budget = 1000000000`);
});
afterEach(async () => {
  for (const { offenders } of await checkInvariants(database.db, { kind: 'everything' }))
    expect(offenders).toEqual([]);
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const HEADER = 'type,category,title,outcomes,probabilities,tags';
const send = (body: { csv: string; columns?: Record<string, string>; dryRun?: boolean }) =>
  call({ method: 'POST', url: '/api/admin/import-csv', payload: body });
const countMarkets = async () =>
  Number((await rows(database.db, { n: col.text }, sql`select count(*)::text as n from markets`))[0]?.n);
const titlesLike = async (pattern: string) =>
  (
    await rows(
      database.db,
      { title: col.text },
      sql`select title from markets where title like ${pattern} order by title`,
    )
  ).map(({ title }) => title);

describe('a CSV of markets', () => {
  test('opens the valid rows, reports what is wrong with the others, and is audited once', async () => {
    const csv = [
      HEADER,
      'sports,tennis,CSV one,A|B,,',
      'sports,chess,CSV two,A,,',
      '',
      '"politics","elections","CSV ""three"", quoted\nover two lines",Yes|No,70|30,vote|may',
      'crypto,all,CSV one,Yes|No,,',
      'crypto,all,"CSV broken"x,Yes|No,,',
      'crypto,all,CSV four,Yes|No,,',
      'crypto,all,"CSV left open,Yes|No,,',
      'crypto,all,CSV five,Yes|No,,',
    ].join('\r\n');
    const audited = (await trailOf(database.db)).length;
    const dry = await send({ csv, dryRun: true });
    expect(dry.json()).toMatchObject({ imported: 4, message: '4 markets can be imported; 4 rows cannot' });
    expect(await titlesLike('CSV %')).toEqual([]);

    const answer = await send({ csv });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      imported: 4,
      rejected: [
        {
          row: 3,
          column: 'category',
          reason: 'Choose one of the categories of Sports.',
          why: { code: 'choose-category-of', type: { code: 'sports' } },
        },
        {
          row: 3,
          column: 'outcomes',
          reason: 'Give 2 to 16 outcomes.',
          why: { code: 'outcome-count', min: 2, max: 16 },
        },
        {
          row: 6,
          column: 'title',
          reason: 'Row 2 has the same title.',
          why: { code: 'same-title-in-file', row: 2 },
        },
        {
          row: 7,
          column: null,
          reason: expect.stringMatching(/quotation mark is in the wrong place/),
          why: { code: 'row-broken' },
        },
        {
          row: 9,
          column: null,
          reason: expect.stringMatching(/quotation mark is in the wrong place/),
          why: { code: 'row-broken' },
        },
      ],
      message: 'Imported 4 markets; 4 rows were rejected',
      messageReason: { code: 'csv-rejected', count: 4, done: { code: 'imported-markets', count: 4 } },
    });
    expect(await titlesLike('CSV %')).toEqual([
      'CSV "three", quoted over two lines',
      'CSV five',
      'CSV four',
      'CSV one',
    ]);
    const trail = (await trailOf(database.db)).slice(audited);
    expect(trail).toMatchObject([
      {
        action: 'markets.import-csv',
        subject: '4 markets',
        after: { imported: 4, rejectedRows: 4, lossBudgetEach: '1000.00' },
      },
    ]);
    expect((await app.http.inject('/api/markets')).json()).toHaveLength(4);

    // The same file again finds its own open markets.
    expect((await send({ csv })).json()).toMatchObject({
      imported: 0,
      message: 'No market was imported; 8 rows were rejected',
    });
  });

  test('may start with a byte order mark, end lines in any way and use other column names', async () => {
    const columns = {
      title: 'Question',
      type: 'Kind',
      category: 'Part',
      outcomes: 'Answers',
      eventDate: 'End',
    };
    for (const [place, end] of ['\n', '\r\n', '\r'].entries()) {
      const csv = `\ufeffQuestion,Kind,Part,Answers,End,type${end}Named ${place},crypto,all,A|B,2020-01-01T00:00Z,x${end}Good ${place},crypto,all,A|B,,y${end}`;
      expect((await send({ csv, columns })).json()).toMatchObject({
        imported: 1,
        rejected: [{ row: 2, column: 'End', reason: 'Enter a date in the future.' }],
      });
    }
  });

  test.each([
    ['a semicolon', ';'],
    ['a tab', '\t'],
  ])('may have %s between its cells, as spreadsheets do', async (name, delimiter) => {
    const lines = [HEADER.split(','), ['crypto', 'all', `Parted by ${name}, well`, 'A|B', '60|40', 'x']];
    const csv = `\ufeff${lines.map((cells) => `${cells.join(delimiter)}\r\n`).join('')}`;
    expect((await send({ csv })).json()).toMatchObject({ imported: 1, rejected: [] });
    expect(await titlesLike(`Parted by ${name}%`)).toEqual([`Parted by ${name}, well`]);
  });

  test.each([
    ['', /The file is empty\. No market was imported\.$/],
    ['title\nx', /"type" is missing/],
    [`${HEADER},Title\n`, /same name as an earlier column/],
    [`${HEADER}\n\0`, /control characters/],
    [`${HEADER}\n${'x'.repeat(70_000)}`, /Line 2 is longer than 64 kB/],
    [`${'c,'.repeat(65)}\n`, /more than 64 columns/],
    [`${HEADER}\n${'a,b,c,d,e,f\n'.repeat(5_001)}`, /more than 5,000 rows/],
    [`${HEADER}\n${'\n'.repeat(1_500_000)}x`, /more than 5,000 rows/],
    [`"type,category\n`, /first row has quotation marks in the wrong place/],
    ['y\n'.repeat(1_000_001), /larger than 2 MB/],
  ])('%.30j is refused as a whole', async (csv, problem) => {
    const before = [await countMarkets(), (await trailOf(database.db)).length];
    const answer = await send({ csv });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid-request']);
    expect(answer.json().error).toMatch(problem);
    expect([await countMarkets(), (await trailOf(database.db)).length]).toEqual(before);
  });

  test.each([
    [{ title: 'title', nothing: 'x' }, /field that markets don't have/],
    [{ title: 'title', type: 'type', category: 'category', outcomes: 'x' }, /"outcomes" is missing/],
    [{ toString: 'title' }, /field that markets don't have/],
  ])('with the columns %j is refused', async (columns, problem) => {
    const answer = await send({ csv: `${HEADER}\n`, columns });
    expect([answer.statusCode, answer.json().error]).toEqual([400, expect.stringMatching(problem)]);
  });

  test('with 5,000 unclosed quotation marks is checked row by row', async () => {
    const csv = `${HEADER}\n${`crypto,all,"Open ${'x'.repeat(370)}\n`.repeat(5_000)}`;
    const answer = (await send({ csv })).json();
    expect([answer.imported, answer.rejected.length]).toEqual([0, 5_000]);
    expect(answer.rejected[4_999].row).toBe(5_001);
  });

  test('above the size limit is refused without being read', async () => {
    const answer = await send({ csv: 'x'.repeat(5_000_000) });
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'too-large']);
  });

  test('of 5,000 rows with 100 bad ones opens 4,900 markets in one go', async () => {
    const lines = Array.from({ length: 5_000 }, (_, index) =>
      csvLine([
        'sports',
        'soccer',
        index % 50 === 0 ? 'x' : `Question number ${index}`,
        'Home|Draw|Away',
        '',
        'a|b',
      ]),
    );
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const answer = await send({ csv: `${HEADER}\r\n${lines.join('')}` });
    const statements = query.mock.calls.length;
    query.mockRestore();
    const { imported, rejected } = answer.json();
    expect(imported).toBe(4_900);
    expect(rejected).toHaveLength(100);
    expect(rejected[1]).toEqual({
      row: 52,
      column: 'title',
      reason: 'Enter a title of 3 to 200 characters.',
      why: { code: 'title-length', min: 3, max: 200 },
    });
    // For any number of rows.
    expect(statements).toBeLessThan(50);
    expect(await titlesLike('Question number %')).toHaveLength(4_900);
  }, 180_000);

  test('that the pool can only partly fund is funded in row order', async () => {
    const [pool] = await rows(
      database.db,
      { b: col.text },
      sql`select balance::text as b from accounts where kind = 'pool'`,
    );
    const budget = BigInt(pool?.b ?? 0) / 2n;
    await database.db.execute(
      sql`update settings set liquidity_budget = ${(budget - (budget % 10_000n)).toString()}::bigint`,
    );
    const line = (title: string) => `crypto,all,${title},A|B,,\n`;
    const csv = `${HEADER}\n${['Funds 1', 'x', 'Funds 2', 'Funds 3', 'Funds 4'].map(line).join('')}`;
    const asLive = (dryRun: boolean) =>
      importCsv(database.db, {
        mode: 'live',
        sent: { csv, dryRun },
        actor: { kind: 'command-line' },
        now: new Date(),
      });
    const dry = await asLive(true);
    const { imported, rejected } = await asLive(false);
    expect(dry).toMatchObject({ imported, rejected });
    expect(imported).toBe(2);
    expect(rejected.map(({ row, column }) => [row, column])).toEqual([
      [3, 'title'],
      [5, null],
      [6, null],
    ]);
    expect(rejected[1]?.reason).toMatch(/^The house pool doesn't have the [\d.]+ USDC to fund it/);
    expect(await titlesLike('Funds %')).toEqual(['Funds 1', 'Funds 2']);
    // Practice money never runs out.
    expect((await send({ csv, dryRun: true })).json()).toMatchObject({ imported: 2 });
    expect((await send({ csv })).json()).toMatchObject({ imported: 2 });
    await database.db.execute(sql`update settings set liquidity_budget = 1000000000`);
  });

  test('in live mode opens no weighted markets', async () => {
    const sent = {
      csv: `${HEADER}\ncrypto,all,Live weighted,A|B,60|40,\ncrypto,all,Live equal,A|B,50|50,\n`,
      dryRun: true,
    };
    const actor = { kind: 'command-line' } as const;
    const result = await importCsv(database.db, { mode: 'live', sent, actor, now: new Date() });
    expect(result.rejected).toContainEqual({
      row: 2,
      column: null,
      reason: 'Unequal starting probabilities need a second admin.',
      why: { code: 'row-weighted' },
    });
    expect(result.rejected.filter(({ reason }) => /second admin/.test(reason))).toHaveLength(1);
  });

  test('sent twice at the same time opens its markets once', async () => {
    const csv = `${HEADER}\n${Array.from({ length: 20 }, (_, i) => `crypto,all,Twice ${i},A|B,,\n`).join('')}`;
    await freePool();
    const results = await Promise.all([send({ csv }), send({ csv }), send({ csv })]);
    expect(results.map((answer) => answer.json().imported).sort()).toEqual([0, 0, 20]);
    expect(await titlesLike('Twice %')).toHaveLength(20);
  });
});

test('a well-formed CSV is read as papaparse reads it, with any delimiter', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', ' ', '"', ',', ';', '\t', '\n', '|', 'é', '\ud83d\ude00'),
  });
  const cell = fc.record({ text, isQuoted: fc.boolean() });
  const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 });
  const delimiters = fc.constantFrom(',', ';', '\t');
  fc.assert(
    fc.property(table, delimiters, fc.constantFrom('\n', '\r\n'), (lines, delimiter, newline) => {
      const written = ({ text, isQuoted }: { text: string; isQuoted: boolean }) =>
        isQuoted ? `"${text.replaceAll('"', '""')}"` : text.replace(/["\n]/g, '').replaceAll(delimiter, '');
      const body = lines.map((cells) => cells.map(written).join(delimiter));
      const csv = [`first${delimiter}first`, ...body, 'last'].join('\n');
      const read = readCsvText(csv.replaceAll('\n', newline));
      if (read.kind === 'refused') throw new Error(read.problem.sentence);
      const { data } = Papa.parse<string[]>(csv, { delimiter, newline: '\n' });
      expect(read.rows).toEqual(data.map((cells) => ({ cells, isBroken: false })));
    }),
    { numRuns: 1000 },
  );
});

/** Archives markets without bets, so the pool can fund again. */
async function freePool(): Promise<void> {
  const dear = await rows(
    database.db,
    { id: col.text },
    sql`select id from markets where title like 'Funds %' and archived_at is null`,
  );
  await call({
    method: 'POST',
    url: '/api/admin/markets/bulk',
    payload: { ids: dear.map(({ id }) => id), action: 'archive' },
  });
}

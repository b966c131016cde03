import { type FileHandle, open, rm } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { csvLine } from '@tallystone/core/csv/csv-line';
import type { RequestQuery } from '@tallystone/core/http-api';
import { say } from '@tallystone/core/sentences/say';
import { sql } from 'drizzle-orm';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import type { Db } from '../db/db.ts';
import { col, type Row, row, rows, value } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { HttpError } from '../http/http-error.ts';
import { EXPORT_SETS, type ExportName, type ExportRange, type ExportSet } from './export-sets.ts';
import { dayOf, readDay } from './utc-day.ts';

export const EXPORT_NAMES: readonly ExportName[] = ['markets', 'bets', 'combos', 'ledger', 'audit'];

const BYTE_ORDER_MARK = '\uFEFF';
const DAY_MS = 86_400_000;

/**
 * Starts an export: audits it and fixes where it ends, so rows written later are left out. The rows are read a page
 * at a time as the caller consumes them. No lock is held between pages.
 *
 * @param days first and last UTC day as `yyyy-mm-dd`, both included; by default from the beginning to today
 * @throws HttpError `invalid-request` when a day is invalid or the days are in the wrong order
 */
export async function exportData(
  db: Db,
  { name, days, actor, now }: { name: ExportName; days: Days; actor: Actor; now: Date },
) {
  const from = days.from === undefined ? null : readDay(days.from, 'from');
  const to = readDay(days.to ?? now.toISOString().slice(0, 10), 'to');
  if (from !== null && from > to) {
    throw new HttpError('invalid-request', say('days-reversed'));
  }
  const set = EXPORT_SETS[name];
  const page = await transaction(db, async (tx) => {
    const until = await value(
      tx,
      col.text,
      // The embedded engine's clock has milliseconds: include rows written in the current one.
      sql`
        select least(
          clock_timestamp() + interval '1 millisecond', ${new Date(to.getTime() + DAY_MS).toISOString()}::timestamptz
        )::text`,
    );
    const range = { from: from?.toISOString() ?? null, until };
    const bounds = await row(tx, { first: col.text.orNull, last: col.text.orNull }, set.bounds(range));
    await recordAudit(tx, {
      actor,
      action: 'data.export',
      subject: name,
      after: { from: from === null ? null : dayOf(from), to: dayOf(to) },
    });
    return { ...range, ...bounds };
  });
  return {
    fileName: `tallystone-${name}-${from === null ? 'start' : dayOf(from)}-${dayOf(to)}.csv`,
    pieces: write(db, set, page),
  };
}

type Days = Omit<RequestQuery<'exportData'>, 'set'>;

/** The CSV, a page of rows at a time: UTF-8 with a byte order mark, which spreadsheets expect, and CRLF. */
async function* write(
  db: Db,
  set: ExportSet,
  { first, last, ...range }: ExportRange & { first: string | null; last: string | null },
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(Object.keys(set.columns));
  if (first === null || last === null) return;
  const { columns, pageRows = 1000 } = set;
  const withKey = { ...columns, key: col.text };
  for (let after: string | null = null; ; ) {
    const page = sql`${set.page({ ...range, first, last, after })} limit ${pageRows}`;
    const found: Row<typeof withKey>[] = await rows(db, withKey, page);
    const lines = found.map(({ key: _, ...cells }) =>
      csvLine(Object.values(cells).map((cell) => `${cell ?? ''}`)),
    );
    if (lines.length > 0) yield lines.join('');
    after = found.at(-1)?.key ?? null;
    if (after === null || found.length < pageRows) return;
  }
}

type Refused = { kind: 'refused'; because: string };

/**
 * Writes an export to a new file that only its owner can read.
 *
 * @param path must be absolute, because the caller may run in another folder; refused when a file exists there
 * @throws HttpError as `exportData`; the file is removed then, as after any other failure
 */
export async function exportToFile(
  db: Db,
  { path, ...request }: Parameters<typeof exportData>[1] & { path: string },
): Promise<{ kind: 'written'; bytes: number } | Refused> {
  if (!isAbsolute(path))
    return { kind: 'refused', because: `${path} is not an absolute path; nothing was written.` };
  const file = await create(path);
  if ('because' in file) return file;
  try {
    const { pieces } = await exportData(db, request);
    let bytes = 0;
    for await (const piece of pieces) {
      const buffer = Buffer.from(piece);
      await file.writeFile(buffer);
      bytes += buffer.length;
    }
    await file.close();
    return { kind: 'written', bytes };
  } catch (error) {
    await file.close();
    await rm(path, { force: true });
    throw error;
  }
}

async function create(path: string): Promise<FileHandle | Refused> {
  try {
    return await open(path, 'wx', 0o600);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    const because =
      code === 'EEXIST'
        ? `${path} already exists; choose another name.`
        : `${path} cannot be written (${String(code)}); choose another folder.`;
    return { kind: 'refused', because };
  }
}

import { readFileSync } from 'node:fs';
import { runTool } from '@tallystone/testkit/processes/server-process.ts';
import { readPostgres } from '../database.ts';
import { type DatabaseCopies, openCopies } from '../database-copies.ts';
import { type FilledBooks, type Forged, fillBooks } from '../fill-books.ts';
import { fillLiveBooks } from '../fill-live-books.ts';
import { type Proof, prove } from '../proof.ts';
import { disarm, listTamperings, type Tampering } from '../tamperings.ts';

/**
 * Tampers with books that a real server filled, in demo mode and on a chain, as far as the schema allows: alters each stored column
 * and removes a row of each table, each on a separate copy. `verify-ledger` must report it, or docs/verify-ledger.md must list it
 * as unproven, with the reason. Listed tampering that is found anyway is reported too. And what never happened is written with
 * everything that would follow from it: a bet from after its market had closed, and the sale of a part of a bet.
 */

const SEED = 20261123;
const LANES = 2;
/** A sample uses only demo mode, and alters every how many-th column. */
const SAMPLED = 8;
/** Rows of a table for each column, and rows that are removed, if it has that many. */
const PLACES = { altered: 3, removed: 12 };
const LIST = new URL('../../docs/verify-ledger.md', import.meta.url);

interface Tried extends Tampering {
  readonly isNamed: boolean;
  /** Reported only because checks couldn't read it. */
  readonly hasStopped: boolean;
}

await prove('tampering', async (proof) => {
  const copies = await openCopies();
  const unproven = readUnproven();
  try {
    const tried: Tried[] = [];
    const empty: string[][] = [];
    const modes = [
      ['practice', fillBooks],
      ['live', fillLiveBooks],
    ] as const;
    for (const [mode, fill] of proof.sample ? modes.slice(0, 1) : modes) {
      const books = await fill(proof, copies, { seed: SEED });
      const reader = await readPostgres(books.url);
      await disarm(reader);
      const listed = await listTamperings(reader, {
        places: proof.sample ? { altered: 1, removed: 1 } : PLACES,
      });
      await reader.close();
      const honest = await runTool('verify-ledger', { environment: () => environmentOf(books.server) });
      proof.row({
        what: `${mode}: books as the server left them`,
        bar: 'hold',
        measured: honest.code === 0 ? 'hold' : honest.output.slice(-2000),
        ok: honest.code === 0,
      });
      for (const forged of books.forged) await tryForged(proof, copies, books, forged);
      empty.push(listed.empty);
      const chosen = listed.tamperings.filter(
        ({ column }, at) => !proof.sample || column === null || at % SAMPLED === 0,
      );
      proof.say(`${mode}: ${chosen.length} tamperings`);
      tried.push(...(await tryAll(proof, copies, books, chosen)));
      await books.close();
    }
    report(proof, { tried, unproven, empty });
  } finally {
    await copies.stop();
  }
});

/** Without the server's moved clock, which no longer exists. */
function environmentOf(server: FilledBooks['server']): Record<string, string> {
  return { ...server.environment(), NODE_OPTIONS: '' };
}

async function tryForged(
  proof: Proof,
  copies: DatabaseCopies,
  books: FilledBooks,
  { what, statement, breaks }: Forged,
): Promise<void> {
  const { output } = await verifyTampered(copies, books, statement);
  const broken = [...output.matchAll(/^BROKEN +(\(.+?\))/gm)].map(([, name = '']) => name);
  if (broken.length !== 1) proof.say(output.slice(0, 4000));
  proof.row({
    what: `${what}: broken promises`,
    bar: breaks,
    measured: broken.length === 0 ? 'nothing' : broken.join(', '),
    ok: broken.join() === breaks,
  });
}

/** What `verify-ledger` says about a copy that was tampered with. */
async function verifyTampered(
  copies: DatabaseCopies,
  { url, server }: FilledBooks,
  statement: string,
): Promise<{ changed: number; code: number; output: string }> {
  const copy = await copies.copy(url);
  const reader = await readPostgres(copy);
  const changed = (await reader.rows(statement)).length;
  await reader.close();
  const environment = () => ({ ...environmentOf(server), DATABASE_URL: copy });
  const said = await runTool('verify-ledger', { environment });
  await copies.drop(copy);
  return { changed, ...said };
}

/** Each on a separate copy. */
async function tryAll(
  { say }: Proof,
  copies: DatabaseCopies,
  books: FilledBooks,
  tamperings: readonly Tampering[],
): Promise<Tried[]> {
  const tried: Tried[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      for (let tampering = tamperings[next++]; tampering !== undefined; tampering = tamperings[next++]) {
        const statement = `${tampering.statement} returning 1`;
        const { changed, code, output } = await verifyTampered(copies, books, statement);
        if (changed !== 1) throw new Error(`${changed} rows were changed by ${statement}`);
        const isNamed = code === 1 && /^\d+ promises are BROKEN: /m.test(output);
        if (!isNamed && code !== 0) say(`${nameOf(tampering)}: ${output.trim().split('\n').at(-1)}`);
        const offences = output.match(/^ {8}.+/gm) ?? [];
        const hasStopped =
          isNamed && offences.every((each) => each.includes('could not be checked to its end'));
        tried.push({ ...tampering, isNamed, hasStopped });
      }
    }),
  );
  return tried;
}

function report(
  proof: Proof,
  {
    tried,
    unproven,
    empty,
  }: { tried: readonly Tried[]; unproven: ReadonlySet<string>; empty: readonly (readonly string[])[] },
): void {
  const isListed = (each: Tampering) => unproven.has(nameOf(each)) || unproven.has(`${each.table}.*`);
  const unseen = tried.filter(({ isNamed, ...each }) => !isNamed && !isListed(each));
  for (const { statement } of unseen) proof.say(`unnoticed: ${statement.trim()}`);
  const shown = (names: readonly string[]) =>
    names.length === 0 ? '0' : `${names.length}: ${names.join(', ')}`;
  const of = (isRow: boolean) => tried.filter(({ column }) => (column === null) === isRow);
  for (const [what, all] of [
    ['columns altered', of(false)],
    ['rows taken away', of(true)],
  ] as const) {
    const wrong = unseen.filter((each) => all.includes(each)).map(nameOf);
    proof.row({
      what: `${what}, ${all.length} in all: neither reported nor listed as unproven`,
      bar: '0',
      measured: shown([...new Set(wrong)]),
      ok: all.length > 0 && wrong.length === 0,
    });
  }
  const named = tried.filter(({ isNamed }) => isNamed).length;
  proof.row({
    what: 'of all of them: reported; only because a check could not read the altered value',
    bar: 'reported',
    measured: `${named} of ${tried.length}; ${shown([...new Set(tried.filter(({ hasStopped }) => hasStopped).map(nameOf))])}`,
    ok: named > 0,
  });
  if (proof.sample) return;
  const never = (empty[0] ?? []).filter((table) => empty.every((tables) => tables.includes(table)));
  proof.row({
    what: 'tables without a row to tamper with, other than listed ones',
    bar: '0',
    measured: shown(never.filter((table) => !unproven.has(`${table}.*`))),
    ok: never.every((table) => unproven.has(`${table}.*`)),
  });
  const missed = new Set(
    tried.filter(({ isNamed }) => !isNamed).flatMap((each) => [nameOf(each), `${each.table}.*`]),
  );
  const stale = [...unproven].filter(
    (name) => !missed.has(name) && !never.some((table) => name === `${table}.*`),
  );
  proof.row({
    what: 'listed as unproven, but found',
    bar: '0',
    measured: shown(stale),
    ok: stale.length === 0,
  });
}

/** In the form of the list. */
function nameOf({ table, column }: Tampering): string {
  return column === null ? `${table} (row)` : `${table}.${column}`;
}

/** The first column of the table "What it does not prove": names in code marks. */
function readUnproven(): ReadonlySet<string> {
  const [, section = ''] = readFileSync(LIST, 'utf8').split('## What it does not prove');
  const rows =
    section
      .split('\n## ')[0]
      ?.split('\n')
      .filter((line) => line.startsWith('| `')) ?? [];
  return new Set(
    rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)),
  );
}

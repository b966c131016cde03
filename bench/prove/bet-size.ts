import { HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { ServerProcess } from '@tallystone/testkit/processes/server-process.ts';
import { driveBets, prepareBets } from '../bet-load.ts';
import { type Reader, readPostgres, startDatabase } from '../database.ts';
import { fillOpenBets } from '../fill-open-bets.ts';
import { prove } from '../proof.ts';

/**
 * How many bytes an open practice bet takes on PostgreSQL: its row, its entry and its posting, with every index of these tables, as
 * they are after the bets were written in the order of a server and vacuumed, and before anyone repacks them.
 */

const SEED = 20261127;
const REAL_BETS = 60;
const TABLES = ['bets', 'entries', 'postings'] as const;
const OF_TABLES = TABLES.map((table) => `'${table}'::regclass`).join(', ');
const MOST_OF_BET = 900;
const MOST_IN_ALL = 1_200;
/** Rows of a real server and filled ones may differ by this share. */
const ALIKE = 0.02;

await prove('bet-size', async (proof) => {
  const bets = proof.sample ? 50_000 : 5_000_000;
  const users = bets / 50;
  const database = await startDatabase();
  const server = await ServerProcess.start({ databaseUrl: database.url });
  const reader = await readPostgres(database.url);
  try {
    const load = await prepareBets(server, { seed: SEED, bets: REAL_BETS, bettors: 20 });
    const lane = new HttpConnection(server.port);
    const { accepted } = await driveBets([lane], load);
    lane.close();
    await server.stop();
    const real = await rowSizes(reader);

    const empty = await sizes(reader);
    await fillOpenBets(reader, { bets, users, onChunk: (done) => proof.say(`${done} bets`) });
    await reader.rows(`vacuum analyze ${TABLES.join(', ')}`);
    const full = await sizes(reader);
    const filled = await rowSizes(reader);
    proof.row({
      what: `mean sizes of the rows in bets and entries: of ${accepted} bets that a server took, and of the ${bets} filled ones`,
      bar: `filled rows are at most ${ALIKE * 100}% smaller`,
      measured: `${real.bets.toFixed(0)} and ${real.entries.toFixed(0)}, ${filled.bets.toFixed(0)} and ${filled.entries.toFixed(0)}`,
      ok:
        accepted === REAL_BETS &&
        filled.bets >= real.bets * (1 - ALIKE) &&
        filled.entries >= real.entries * (1 - ALIKE),
    });

    const each = [...full].map(([name, { of, bytes }]) => ({
      name,
      of,
      bytes: (bytes - (empty.get(name)?.bytes ?? 0)) / bets,
    }));
    for (const { name, of, bytes } of each) proof.say(`${of} ${name}: ${bytes.toFixed(1)} bytes`);
    const sum = (table: string) =>
      each.filter(({ of }) => of === table).reduce((all, { bytes }) => all + bytes, 0);
    const parts = (table: string) =>
      each
        .filter(({ of, bytes }) => of === table && bytes >= 1)
        .map(({ name, bytes }) => `${name} ${bytes.toFixed(0)}`)
        .join(', ');
    proof.row({
      what: `bytes of a bet's row with the indexes of its table: ${bets} open bets of ${users} users`,
      bar: `at most ${MOST_OF_BET}`,
      measured: `${sum('bets').toFixed(0)}: ${parts('bets')}`,
      ok: sum('bets') <= MOST_OF_BET,
    });
    const all = TABLES.reduce((bytes, table) => bytes + sum(table), 0);
    proof.row({
      what: 'the same with its entry and its posting, and the indexes of their tables',
      bar: `at most ${MOST_IN_ALL}`,
      measured: `${all.toFixed(0)}: also ${parts('entries')}, ${parts('postings')}`,
      ok: all <= MOST_IN_ALL,
    });
  } finally {
    await reader.close();
    await server.remove();
    await database.stop();
  }
});

/** The bytes of each table, without its indexes, and of each index, by name. */
async function sizes({ rows }: Reader): Promise<Map<string, { of: string; bytes: number }>> {
  const found = await rows(`
    select c.relname as name, c.relname as table, pg_total_relation_size(c.oid) - pg_indexes_size(c.oid) as bytes
    from pg_class c where c.oid in (${OF_TABLES})
    union all
    select i.relname, t.relname, pg_total_relation_size(i.oid)
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    where t.oid in (${OF_TABLES}) order by 2, 1`);
  return new Map(
    found.map(({ name, table, bytes }) => [name ?? '', { of: table ?? '', bytes: Number(bytes) }]),
  );
}

/** The mean size of the rows of bets and of their entries. Those of postings all have the same. */
async function rowSizes({ rows }: Reader): Promise<{ bets: number; entries: number }> {
  const [found] = await rows(`
    select (select avg(pg_column_size(b.*)) from bets b) as bets,
      (select avg(pg_column_size(e.*)) from entries e where e.kind = 'bet') as entries`);
  return { bets: Number(found?.bets), entries: Number(found?.entries) };
}

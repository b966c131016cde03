import pg from 'pg';

/**
 * The tables of a new database for engines that keep one set of tables on several machines, as a text of SQL: what the
 * migrations make in PostgreSQL, without what those engines lack, and with keys by which they spread the rows.
 * docs/operations/distributed.md says what operators do with it.
 */

/**
 * The keys of tables whose rows belong to a market, or to an entry, but have an id of their own: what they belong to comes first.
 * The id stays unique where it was.
 */
const KEYS: Readonly<Record<string, readonly [of: string, id: string]>> = {
  outcomes: ['market_id', 'id'],
  bets: ['market_id', 'id'],
  bet_endings: ['market_id', 'bet_id'],
  live_bets: ['market_id', 'id'],
  resolutions: ['market_id', 'id'],
  chain_payouts: ['market_id', 'bet_id'],
  postings: ['entry_id', 'id'],
};

/** First columns of keys and indexes that are read in ranges. YugabyteDB spreads all others by their hash. */
const ORDERED = new Set([
  'accounts.epoch',
  'audit.id',
  'bets.placed_at',
  'chain_calls.id',
  'chain_events.block_number',
  'chain_moved.block_number',
  'chain_outflows.block_number',
  'chain_unapplied.block_number',
  'entries.id',
  'live_bets.epoch',
  'live_bets.seq',
  'markets.closes_at',
  'markets.ends_at',
  'markets.epoch',
  'seals.id',
  'seals.last_entry',
  'sessions.expires_at',
  'used_nonces.used_at',
  'user_limits.epoch',
  'users.created_at',
  'users.epoch',
]);

const HEAD = `-- The tables of a new Tallystone database on YugabyteDB and other engines that keep one set of tables on several machines.
-- A test writes this file from the migrations. docs/operations/distributed.md says how to use it and why it is as it is.
-- "/* asc */" marks keys that YugabyteDB has to keep in order; PostgreSQL takes it for a comment.
`;

/** @param url of a database that has just been migrated */
export async function distributedSchema(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Catalogues name tables without their schema then.
    await client.query('set search_path = public');
    const parts = [
      await readTables(client),
      await readReferences(client),
      await readIndexes(client),
      await readFunctions(client),
      await readRows(client),
      await readMigration(client),
    ];
    return `${HEAD}\n${parts.join('\n')}`;
  } finally {
    await client.end();
  }
}

async function list<Row extends object>(client: pg.Client, text: string): Promise<Row[]> {
  return (await client.query<Row>(text)).rows;
}

async function readTables(client: pg.Client): Promise<string> {
  const columns = await list<{ table: string; name: string; column: string }>(
    client,
    `
    select c.relname as table, a.attname as name,
      a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
        || case a.attidentity when '' then '' else ' generated always as identity' end
        || case when a.attnotnull then ' not null' else '' end
        || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') as column
    from pg_class c join pg_attribute a on a.attrelid = c.oid
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and a.atttypid <> 'xid8'::regtype
    order by c.relname, a.attnum`,
  );
  const constraints = await list<{ table: string; name: string; kind: string; text: string }>(
    client,
    `
    select conrelid::regclass::text as table, conname as name, contype as kind, pg_get_constraintdef(oid) as text
    from pg_constraint
    where connamespace = 'public'::regnamespace and contype in ('p', 'u', 'c')
    order by 1, contype = 'p' desc, 2`,
  );
  return [...new Set(columns.map(({ table }) => table))]
    .map((table) => {
      const key = KEYS[table];
      const ofTable = columns.filter((each) => each.table === table);
      const lines = constraints
        .filter((each) => each.table === table && !each.text.includes('NULLS NOT DISTINCT'))
        // The key is the same.
        .filter(({ kind, text }) => !(kind === 'u' && text === `UNIQUE (${key?.join(', ')})`))
        .filter(({ kind }) => !(kind === 'p' && key))
        .map(({ name, kind, text }) => `constraint ${name} ${kind === 'c' ? text : inOrder(table, text)}`);
      if (key) lines.unshift(`constraint ${table}_pkey PRIMARY KEY (${key.join(', ')})`);
      return `create table ${table} (\n  ${[...ofTable.map(({ column }) => column), ...lines].join(',\n  ')}\n);\n`;
    })
    .join('\n');
}

/** Marks the first column if it is read in ranges. */
const inOrder = (table: string, definition: string): string =>
  definition.replace(/\((\w+)(?=[,)])/, (all, column) =>
    ORDERED.has(`${table}.${column}`) ? `${all} /* asc */` : all,
  );

async function readReferences(client: pg.Client): Promise<string> {
  const found = await list<{ table: string; name: string; text: string }>(
    client,
    `
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as text
    from pg_constraint where connamespace = 'public'::regnamespace and contype = 'f' order by 1, 2`,
  );
  const keys = await list<{ table: string }>(
    client,
    `select conrelid::regclass::text as table from pg_constraint where connamespace = 'public'::regnamespace and contype = 'p'`,
  );
  const ids = keys.flatMap(({ table }) => {
    const [, id] = KEYS[table] ?? [];
    return id === undefined ? [] : [`create unique index ${table}_${id} on ${table} (${id});\n`];
  });
  return [
    // First: they refer to some of these.
    ...ids.sort(),
    ...found.map(({ table, name, text }) => `alter table ${table} add constraint ${name} ${text};\n`),
  ].join('');
}

async function readIndexes(client: pg.Client): Promise<string> {
  const found = await list<{ table: string; name: string; text: string; columns: string[] }>(
    client,
    `
    select i.indrelid::regclass::text as table, i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as text,
      array(
        select case when a.atttypid = 'text'::regtype and not a.attnotnull then format('coalesce(%I, '''')', a.attname)
          else quote_ident(a.attname) end
        from unnest(i.indkey::int2[]) with ordinality k(attnum, place)
          join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
        order by k.place
      ) as columns
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = 'public'::regnamespace
      and (not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u'))
        or pg_get_indexdef(i.indexrelid) like '%NULLS NOT DISTINCT%')
      and not exists (
        select from pg_attribute a
        where a.attrelid = i.indrelid and a.attnum = any(i.indkey) and a.atttypid = 'xid8'::regtype)
    order by 1, 2`,
  );
  return found
    .filter(({ table, text }) => !text.endsWith(` (${KEYS[table]?.[0]})`))
    .map(({ table, name, text, columns }) => {
      if (text.includes('NULLS NOT DISTINCT'))
        return `create unique index ${name} on ${table} (${columns.join(', ')});\n`;
      const plain = text.replace(/ USING (?:btree|brin)/, '').replace(/ WITH \([^)]*\)/, '');
      return `${inOrder(table, plain.replace(' ON public.', ' ON '))};\n`;
    })
    .join('');
}

/** Those that statements call: there are no triggers. */
async function readFunctions(client: pg.Client): Promise<string> {
  const functions = await list<{ text: string }>(
    client,
    `
    select pg_get_functiondef(oid) as text from pg_proc
    where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype order by proname`,
  );
  return functions.map(({ text }) => `${text.trimEnd()};\n`).join('\n');
}

/** The rows that migrations write. */
async function readRows(client: pg.Client): Promise<string> {
  const tables = await list<{ table: string }>(
    client,
    `select relname as table from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'epochs' order by 1`,
  );
  const filled: string[] = [];
  for (const { table } of tables) {
    const { rows } = await client.query<{ row: Record<string, unknown> }>(
      `select jsonb_strip_nulls(to_jsonb(t) - 'changed_in') as row from ${table} t order by t`,
    );
    for (const { row } of rows) {
      const values = Object.values(row).map((value) => pg.escapeLiteral(String(value)));
      filled.push(`insert into ${table} (${Object.keys(row).join(', ')}) values (${values.join(', ')});\n`);
    }
  }
  const epochs = `insert into epochs select n, (extract(epoch from now()) * 1000)::bigint from generate_series(0, 15) as n;\n`;
  return [...filled, epochs].join('');
}

/** With it servers know that nothing is to migrate. */
async function readMigration(client: pg.Client): Promise<string> {
  const [newest] = await list<{ hash: string; at: string }>(
    client,
    'select hash, created_at as at from drizzle.__drizzle_migrations order by created_at desc limit 1',
  );
  if (newest === undefined) throw new Error('expected a migrated database');
  return `create schema drizzle;
create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
insert into drizzle.__drizzle_migrations (hash, created_at) values ('${newest.hash}', ${newest.at});
`;
}

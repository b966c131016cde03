import type { Reader } from './database.ts';

/** One change that no server makes. */
export interface Tampering {
  readonly table: string;
  /** What is altered; null: a row is removed. */
  readonly column: string | null;
  readonly statement: string;
}

/** From a key to one that no row has. */
const FAR = 1_000_003;
/** The same within the range of small integers. */
const SMALL_FAR = 10_007;

const OF_OURS = `c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`;

/** Removes everything that would refuse tampering, except primary keys, which the statements need. */
export async function disarm(reader: Reader): Promise<void> {
  for (const statements of [
    `select format('alter table %I drop constraint if exists %I cascade', c.relname, k.conname) as run
     from pg_constraint k join pg_class c on c.oid = k.conrelid where ${OF_OURS} and k.contype not in ('n', 'p')`,
    `select format('drop index if exists %I', x.relname) as run
     from pg_index i join pg_class x on x.oid = i.indexrelid join pg_class c on c.oid = i.indrelid
     where ${OF_OURS} and i.indisunique and not i.indisprimary`,
    `select format('alter table %I alter column %I drop identity', c.relname, a.attname) as run
     from pg_attribute a join pg_class c on c.oid = a.attrelid where ${OF_OURS} and a.attidentity <> ''`,
    `select format('alter table %I disable trigger all', c.relname) as run from pg_class c where ${OF_OURS}`,
  ]) {
    for (const { run } of await reader.rows(statements)) await reader.rows(run ?? '');
  }
}

/**
 * Alters each stored column, and removes a row from each table, as the schema has them.
 *
 * @param places this many rows of each table for each column, and this many to remove, spread over the table
 * @returns the possible tamperings, and the tables without rows
 */
export async function listTamperings(
  reader: Reader,
  { places }: { places: { altered: number; removed: number } },
): Promise<{ tamperings: Tampering[]; empty: string[] }> {
  const columns = await reader.rows(`
    select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type, exists (
      select from pg_index i where i.indrelid = c.oid and i.indisprimary and a.attnum = any(i.indkey)) as is_key
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where ${OF_OURS} and a.attnum > 0 and not a.attisdropped
    order by c.relname, a.attnum`);
  const tamperings: Tampering[] = [];
  const empty: string[] = [];
  for (const table of new Set(columns.map((each) => each.table ?? ''))) {
    const rows = await reader.rows(`select ctid::text as row from "${table}" order by ctid`);
    if (rows.length === 0) empty.push(table);
    for (const place of spread(rows.length, places.removed)) {
      const statement = `delete from "${table}" where ctid = '${rows[place]?.row}'`;
      tamperings.push({ table, column: null, statement });
    }
    for (const { column, type, is_key: isKey } of columns.filter((each) => each.table === table)) {
      // Changes a value to another one; if there is none, sets one.
      const values = await reader.rows(`
        select ctid::text as row
        from "${table}" where "${column}" is not null or not exists (select from "${table}" where "${column}" is not null)
        order by ctid`);
      for (const at of spread(values.length, places.altered)) {
        const statement = `
          update "${table}" set "${column}" = ${anotherValue(`"${column}"`, type ?? '', isKey === 't' ? FAR : 1)} where ctid = '${values[at]?.row}'`;
        tamperings.push({ table, column: column ?? null, statement });
      }
    }
  }
  return { tamperings, empty };
}

/** This many positions in a list, from its first to its last. */
function spread(length: number, most: number): number[] {
  const count = Math.min(length, most);
  return Array.from({ length: count }, (_, at) => Math.round((at * (length - 1)) / Math.max(1, count - 1)));
}

/** A different value of the same type. @param step for numbers */
function anotherValue(column: string, type: string, step: number): string {
  switch (type) {
    case 'bigint':
    case 'integer':
    case 'numeric':
    case 'double precision':
      return `coalesce(${column} + ${step}, 1)`;
    case 'smallint':
      return `coalesce(${column} + ${Math.min(step, SMALL_FAR)}, 1)`;
    case 'boolean':
      return `not coalesce(${column}, false)`;
    case 'timestamp with time zone':
      return `coalesce(${column} - interval '90 minutes', pg_catalog.now())`;
    case 'bytea':
      return `case when octet_length(${column}) > 0 then set_byte(${column}, 0, (get_byte(${column}, 0) + 1) % 256) else '\\x01'::bytea end`;
    case 'jsonb':
      return `case jsonb_typeof(${column}) when 'object' then ${column} || '{"forged": 1}' when 'array' then ${column} || '["9"]' else '{"forged": 1}' end`;
    case 'xid8':
      return `'3'::xid8`;
    case 'integer[]':
    case 'bigint[]':
      return `array_append(${column}[2:], coalesce(${column}[1] + 1, 1))`;
    case 'text[]':
      return `array_append(${column}[2:], coalesce(${column}[1] || 'x', 'x'))`;
    case 'text':
      return `coalesce(${column} || 'x', 'x')`;
    default:
      throw new Error(`no tampering is known for the type ${type}`);
  }
}

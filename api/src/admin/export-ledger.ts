import { sql } from 'drizzle-orm';
import { col } from '../db/rows.ts';
import { type ExportSet, isIn } from './export-set.ts';

/** The ledger: one row per posting, with its entry's kind and its accounts' names. */
export const LEDGER_EXPORT: ExportSet = {
  columns: {
    posting_id: col.whole,
    entry_id: col.whole,
    entry_kind: col.text,
    recorded_at: col.iso,
    from_account: col.text,
    to_account: col.text,
    amount_usdc: col.wireUsdc,
  },
  // Keys join the ids of entry and posting, such as `12:34`. The last key uses the largest posting id, so the range
  // covers all postings of the last entry.
  bounds: (range) => sql`
    select min(e.id) || ':0' as first, max(e.id) || ':9223372036854775807' as last
    from entries e where ${isIn(sql`e.recorded_at`, range)}`,
  page: (page) => {
    const [entry, posting] = keyOf(page.after ?? page.first);
    const [lastEntry] = keyOf(page.last);
    return sql`
      select p.entry_id || ':' || p.id as key, p.id as posting_id, p.entry_id, e.kind as entry_kind, e.recorded_at,
        ${accountName('f')} as from_account, ${accountName('t')} as to_account, p.amount as amount_usdc
      from postings p
      join entries e on e.id = p.entry_id
      join accounts f on f.id = p.from_account
      join accounts t on t.id = p.to_account
      where p.entry_id between ${entry}::bigint and ${lastEntry}::bigint
        and (p.entry_id > ${entry}::bigint or p.id > ${posting}::bigint)
        and ${isIn(sql`e.recorded_at`, page)}
      order by p.entry_id, p.id`;
  },
};

function keyOf(key: string): [entry: string, posting: string] {
  const [entry = '0', posting = '0'] = key.split(':');
  return [entry, posting];
}

/** The same text as core's `accountKey`. */
const accountName = (account: 'f' | 't') => {
  const row = sql.identifier(account);
  return sql`${row}.kind || coalesce(':' || ${row}.user_id, ':' || ${row}.market_id, '')`;
};

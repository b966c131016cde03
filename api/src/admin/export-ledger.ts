import { sql } from 'drizzle-orm';
import { type ExportSet, isIn, timeCell, usdcCell } from './export-set.ts';

interface PostingRow {
  id: string;
  entry_id: string;
  kind: string;
  recorded_at: string;
  from_account: string;
  to_account: string;
  amount: string;
}

/** The ledger: a row per posting, with the kind of its entry and the names of its accounts. */
export const LEDGER_EXPORT: ExportSet = {
  columns: [
    'posting_id',
    'entry_id',
    'entry_kind',
    'recorded_at',
    'from_account',
    'to_account',
    'amount_usdc',
  ],
  pageRows: 1000,
  // The keys are those of entries and postings, `12:34`: of an entry's postings none is left to another page's range.
  bounds: (range) => sql`
    select min(e.id) || ':0' as first, max(e.id) || ':9223372036854775807' as last
    from entries e where ${isIn(sql`e.recorded_at`, range)}`,
  page: (page) => {
    const [entry, posting] = keyOf(page.after ?? page.first);
    const [lastEntry] = keyOf(page.last);
    return sql`
      select p.entry_id || ':' || p.id as key, p.id::text, p.entry_id::text, e.kind, e.recorded_at,
        ${accountName('f')} as from_account, ${accountName('t')} as to_account, p.amount::text
      from postings p
      join entries e on e.id = p.entry_id
      join accounts f on f.id = p.from_account
      join accounts t on t.id = p.to_account
      where p.entry_id between ${entry}::bigint and ${lastEntry}::bigint
        and (p.entry_id > ${entry}::bigint or p.id > ${posting}::bigint)
        and ${isIn(sql`e.recorded_at`, page)}
      order by p.entry_id, p.id
      limit ${LEDGER_EXPORT.pageRows}`;
  },
  cells: (row: PostingRow) => [
    row.id,
    row.entry_id,
    row.kind,
    timeCell(row.recorded_at),
    row.from_account,
    row.to_account,
    usdcCell(row.amount),
  ],
};

function keyOf(key: string): [entry: string, posting: string] {
  const [entry = '0', posting = '0'] = key.split(':');
  return [entry, posting];
}

/** As core's `accountKey` names it. */
const accountName = (account: 'f' | 't') => {
  const row = sql.identifier(account);
  return sql`${row}.kind || coalesce(':' || ${row}.user_id, ':' || ${row}.market_id, '')`;
};

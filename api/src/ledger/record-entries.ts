import { accountKey } from '@tallystone/core/ledger/account';
import type { Entry } from '@tallystone/core/ledger/entry';
import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';
import { pinned } from '../db/epochs.ts';
import { KEPT_PLAN } from '../db/plan-keeper.ts';
import { col, rows } from '../db/rows.ts';
import { accountEpoch } from './account-epoch.ts';
import { type AccountIds, requireAccountIds } from './account-ids.ts';

export interface KeyedEntry {
  /** Names what the entry is for. The database refuses a second entry with the same key. */
  key: string;
  entry: Entry;
}

/**
 * Records entries with their postings and the balances that they change, all in one statement, so a balance never changes
 * without a posting. Besides `payOutBets`, only this function writes any of the three.
 *
 * @param known ids of accounts that the caller knows already; the others are looked up
 * @returns the entries' ids by their keys
 */
export async function recordEntries(
  tx: Tx,
  entries: readonly KeyedEntry[],
  known: AccountIds = new Map(),
): Promise<Map<string, string>> {
  if (entries.length === 0) return new Map();
  const accounts = entries.flatMap(({ entry }) => entry.postings.flatMap(({ from, to }) => [from, to]));
  const unknown = accounts.filter((account) => !known.has(accountKey(account)));
  const ids = new Map([...known, ...(unknown.length > 0 ? await requireAccountIds(tx, unknown) : [])]);

  const made = await rows(
    tx,
    { id: col.text, key: col.text },
    sql`${KEPT_PLAN}
      with ${entriesSql(entries, ids)}, locked as (
        -- Locked in the order of ids, so two recordings can never deadlock.
        select id from accounts where id in (select account from changes) order by id for update
      ), balanced as (
        update accounts set balance = accounts.balance + changes.change, epoch = ${accountEpoch}
        from locked join changes on changes.account = locked.id
        where accounts.id = locked.id
      )
      select id::text, key from made`,
  );
  // Without an epoch to pin nothing is recorded.
  if (made.length !== entries.length)
    throw new Error(`${entries.length} entries were due, ${made.length} were recorded`);
  return new Map(made.map((row) => [row.key, row.id]));
}

/**
 * Parts of a statement that records entries with their postings: `made` has the entries' ids by their keys, and `changes` how
 * much each account's balance changes, which the statement still has to store under the accounts' locks. `pinned` is the epoch.
 *
 * @param ids of all accounts of the postings
 * @param parts.onlyIf a condition under which they are recorded at all
 * @param parts.slot the slice of the pool that pays for holds. Then `slice_changes` is how much it changes; if there are no slices,
 *   there is no such row, and the account's row changes
 */
export function entriesSql(
  entries: readonly KeyedEntry[],
  ids: AccountIds,
  { onlyIf = sql`true`, slot = null }: { onlyIf?: SQL; slot?: number | null } = {},
): SQL {
  const given = entries.map(({ key, entry }, place) => ({ place, key, kind: entry.kind }));
  const moves = entries
    .flatMap(({ key, entry }) => entry.postings.map((posting) => ({ key, kind: entry.kind, posting })))
    .map(({ key, kind, posting: { from, to, amount } }, place) => ({
      place,
      key,
      from_account: ids.get(accountKey(from)),
      to_account: ids.get(accountKey(to)),
      amount: amount.toString(),
      // Left out of the statement of a practice bet.
      is_held: (slot !== null && kind === 'hold') || undefined,
    }));
  return sql`${pinned()}, made as (
        insert into entries (kind, key)
        -- The join pins the epoch before the first id is taken: the seals rely on that order.
        select kind, key
        from pinned cross join json_to_recordset(${JSON.stringify(given)}::json) as g(place int, kind text, key text)
        where ${onlyIf}
        order by place
        returning id, key
      ), moves as (
        select made.id as entry_id, m.place, m.from_account, m.to_account, m.amount, m.is_held
        from json_to_recordset(${JSON.stringify(moves)}::json) as m(
          place int, key text, from_account bigint, to_account bigint, amount bigint, is_held boolean)
        join made using (key)
      ), posted as (
        insert into postings (entry_id, from_account, to_account, amount)
        select entry_id, from_account, to_account, amount from moves order by place
      ), ${slot === null ? CHANGES : changesWithSlice(slot)}`;
}

const CHANGES = sql`changes as (
        select account, sum(change)::bigint as change
        from (
          select from_account as account, -amount as change from moves
          union all
          select to_account, amount from moves
        ) as sides
        group by account
      )`;

const changesWithSlice = (slot: number) => sql`slice_changes as (
        select s.slot, sum(-m.amount)::bigint as change
        from moves m cross join (select slot from pool_slices where slot = ${slot}::int) s
        where m.is_held
        group by s.slot
      ), changes as (
        select account, sum(change)::bigint as change
        from (
          select from_account as account, -amount as change from moves
          where is_held is not true or not exists (select from slice_changes)
          union all
          select to_account, amount from moves
        ) as sides
        group by account
      )`;

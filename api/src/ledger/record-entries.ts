import { accountKey } from '@tallystone/core/ledger/account';
import type { Entry } from '@tallystone/core/ledger/entry';
import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';
import { pinned } from '../db/epochs.ts';
import { KEPT_PLAN } from '../db/plan-keeper.ts';
import { col, rows } from '../db/rows.ts';
import { accountEpoch } from './account-epoch.ts';
import { type AccountIds, requireAccountIds } from './account-ids.ts';
import { sliceOf } from './pool-slices.ts';

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
      )${entries.some(isOfSlice) ? slicesAfterAccounts : sql``}
      select id::text, key from made`,
  );
  // Without an epoch to pin nothing is recorded.
  if (made.length !== entries.length)
    throw new Error(`${entries.length} entries were due, ${made.length} were recorded`);
  return new Map(made.map((row) => [row.key, row.id]));
}

/** Slices are locked after accounts, and in their order. */
const slicesAfterAccounts = sql`, locked_slices as (
        select s.slot from pool_slices s
        where s.slot in (select slot from slice_changes) and (select count(*) from locked) >= 0
        order by s.slot
        for update
      ), sliced as (
        update pool_slices s set balance = s.balance + c.change
        from locked_slices l join slice_changes c on c.slot = l.slot
        where s.slot = l.slot
      )`;

/** Whether an entry moves money between a slice of the pool and an escrow: the holds for pending bets. */
export const isOfSlice = ({ entry: { kind } }: KeyedEntry): boolean =>
  kind === 'hold' || kind === 'hold-release';

/**
 * Parts of a statement that records entries with their postings: `made` has the entries' ids by their keys, and `changes` how
 * much each account's balance changes, which the statement still has to store under the accounts' locks. `pinned` is the epoch.
 * If an entry is of a slice (`isOfSlice`), `slice_changes` is how much each slice of the pool changes. A pool without slices has
 * all its money in its account's row, so then the row changes.
 *
 * @param ids of all accounts of the postings
 * @param onlyIf a condition under which they are recorded at all
 */
export function entriesSql(entries: readonly KeyedEntry[], ids: AccountIds, onlyIf = sql`true`): SQL {
  const given = entries.map(({ key, entry }, place) => ({ place, key, kind: entry.kind }));
  const moves = entries
    .flatMap(({ key, entry }) => entry.postings.map((posting) => ({ key, kind: entry.kind, posting })))
    .map(({ key, kind, posting: { from, to, amount } }, place) => ({
      place,
      key,
      from_account: ids.get(accountKey(from)),
      to_account: ids.get(accountKey(to)),
      amount: amount.toString(),
      from_slot: kind === 'hold' && to.kind === 'escrow' ? sliceOf(to.marketId) : undefined,
      to_slot: kind === 'hold-release' && from.kind === 'escrow' ? sliceOf(from.marketId) : undefined,
    }));
  const changes = entries.some(isOfSlice) ? CHANGES_WITH_SLICES : CHANGES;
  return sql`${pinned()}, made as (
        insert into entries (kind, key)
        -- The join pins the epoch before the first id is taken: the seals rely on that order.
        select kind, key
        from pinned cross join json_to_recordset(${JSON.stringify(given)}::json) as g(place int, kind text, key text)
        where ${onlyIf}
        order by place
        returning id, key
      ), moves as (
        select made.id as entry_id, m.place, m.from_account, m.to_account, m.amount, m.from_slot, m.to_slot
        from json_to_recordset(${JSON.stringify(moves)}::json) as m(
          place int, key text, from_account bigint, to_account bigint, amount bigint, from_slot int, to_slot int)
        join made using (key)
      ), posted as (
        insert into postings (entry_id, from_account, to_account, amount)
        select entry_id, from_account, to_account, amount from moves order by place
      ), ${changes}`;
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

const CHANGES_WITH_SLICES = sql`sides as (
        select from_account as account, (select p.slot from pool_slices p where p.slot = from_slot) as slot,
          -amount as change
        from moves
        union all
        select to_account, (select p.slot from pool_slices p where p.slot = to_slot), amount from moves
      ), changes as (
        select account, sum(change)::bigint as change from sides where slot is null group by account
      ), slice_changes as (
        select slot, sum(change)::bigint as change from sides where slot is not null group by slot
      )`;

import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';
import { pinned, pinnedEpoch } from '../db/epochs.ts';
import { col, row } from '../db/rows.ts';
import { accountEpoch } from './account-epoch.ts';
import { takeFromMinutes } from './count-minutes.ts';

/**
 * Pays many bets of a market out of its escrow at once: the ends of the bets, one entry, a posting for each user and the
 * balances. One statement writes them all from the same rows, so no balance changes without a posting, and no bet ends
 * without its share of one. The postings are those of `escrowPayments` in core. Without payments nothing is written.
 *
 * The database refuses an entry that was made before, and a bet that has ended before.
 *
 * @param key of the entry, see `KeyedEntry`
 * @param ending how the bets end, and the market's version that makes them end, or null
 * @param payments selects `bet_id`, `user_id` and `amount`, above 0, of each bet that is paid
 * @returns how many bets were paid, and the sum of their amounts in micro-USDC
 */
export async function payOutBets(
  tx: Tx,
  paid: {
    marketId: string;
    kind: 'settlement' | 'refund';
    key: string;
    ending: { kind: 'payout' | 'refund'; marketVersion: number | null };
    payments: SQL;
  },
) {
  const { marketId, kind, key, ending, payments } = paid;
  // The end of a market ends none of its bets before it.
  const minutes =
    ending.marketVersion === null ? sql`` : takeFromMinutes(sql`select p.bet_id from payments p`);
  // Each join is to a table by its key: joining two parts of the statement, whose sizes the database does not know, would
  // compare every row with every other.
  const { bets, amount, unpaid, isBalanced } = await row(
    tx,
    { bets: col.number, amount: col.usdc, unpaid: col.usdc, isBalanced: col.bool },
    sql`
      with ${pinned()}, payments as materialized (${payments}),
      escrow as materialized (
        -- Every change of it takes the market's lock, so the account itself is not locked.
        select id from accounts where kind = 'escrow' and market_id = ${marketId}
      ), credits as materialized (
        -- Locked in the order of ids, so two recordings can never deadlock.
        select a.id as account, p.amount
        from (select user_id, sum(amount)::bigint as amount from payments group by user_id) p
        join accounts a on a.user_id = p.user_id
        order by a.id
        for update of a
      ), made as (
        -- Pins the epoch before the id is taken: the seals rely on that order.
        insert into entries (kind, key)
        select ${kind}, ${key} from pinned where exists (select from payments)
        returning id
      ), ended as (
        insert into bet_endings (bet_id, market_id, user_id, kind, amount, entry_id, ended_at, market_version, epoch)
        select p.bet_id, ${marketId}, p.user_id, ${ending.kind}, p.amount, made.id,
          date_trunc('milliseconds', clock_timestamp()), ${ending.marketVersion}::bigint, ${pinnedEpoch}
        from payments p cross join made
      ), posted as (
        insert into postings (entry_id, from_account, to_account, amount)
        select made.id, escrow.id, c.account, c.amount from credits c cross join made cross join escrow
      ), changes as materialized (
        -- A union that is not kept becomes a part of the update. PostgreSQL may then lose a row that another transaction has changed
        -- since the statement began: its balance would stay as it was.
        select account, amount from credits
        union all
        select escrow.id, -sum(c.amount)::bigint from credits c cross join escrow group by escrow.id
      ), balanced as (
        update accounts set balance = accounts.balance + c.amount, epoch = ${accountEpoch}
        from changes c where accounts.id = c.account
        returning accounts.id
      )${minutes}
      select count(*)::int as bets, coalesce(sum(p.amount), 0)::text as amount,
        (coalesce(sum(p.amount), 0) - (select coalesce(sum(c.amount), 0) from credits c))::text as unpaid,
        (select count(*) from balanced) = (select count(*) from changes) as is_balanced
      from payments p`,
  );
  if (unpaid !== 0n) throw new Error(`a user of market ${marketId} has no account to be paid on`);
  if (!isBalanced)
    throw new Error(`a balance of market ${marketId} or its users did not change with its posting`);
  return { bets, amount };
}

import { houseWithdrawalEntry } from '@tallystone/core/ledger/house-withdrawal-entry';
import { payoutSentEntry } from '@tallystone/core/ledger/payout-sent-entry';
import { type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/db.ts';
import { col, type Row, row, rows, value } from '../db/rows.ts';
import { transaction } from '../db/transaction.ts';
import { gatherPool, type LockedPool, lockSlices } from '../ledger/lock-pool.ts';
import { poolBalance } from '../ledger/pool-slices.ts';
import { recordEntries } from '../ledger/record-entries.ts';
import { lockCursor } from './cursor-store.ts';

/** Outflows per transaction; a batch on the chain pays a hundred. */
const MOST = 2000;

/** An outflow's position in the order of outflows. */
const PLACE = { block: col.text, logIndex: col.number };
type Place = Row<typeof PLACE>;

const START: Place = { block: '-1', logIndex: 0 };

const UNBOOKED = {
  ...PLACE,
  /** Null for the house. */
  userId: col.text.orNull,
  amount: col.usdc,
};
type Unbooked = Row<typeof UNBOOKED>;

/**
 * Books what left the escrow, as far as the accounts cover it. Anyone may make the contract pay a bet once its result is
 * final, while the books pay it when they settle the market, so either may come first. Goes through all unbooked outflows,
 * so one that can't be booked yet doesn't block the others.
 *
 * Not in the transaction of the block: that has locked the accounts of its bets, and these here have to be locked in the order of
 * their ids with them, as bets do.
 */
export async function bookAllOutflows(db: Db): Promise<void> {
  let after: Place | null = START;
  while (after !== null) {
    const from: Place = after;
    after = await transaction(db, async (tx) => {
      await lockCursor(tx);
      return bookOutflows(tx, from);
    });
  }
}

/**
 * Books the oldest outflows after a position, up to a number. The payment of a bet is booked only once the books have ended
 * that bet: until then its bettor's money belongs to other bets. The caller holds the cursor's lock.
 *
 * @returns the position of the last outflow that was checked, if there may be more after it
 */
async function bookOutflows(tx: Tx, after: Place = START): Promise<Place | null> {
  const unbooked = await rows(
    tx,
    UNBOOKED,
    sql`
      select o.block_number::text as block, o.log_index, o.user_id, o.amount
      from chain_outflows o
      where o.entry_id is null and (o.block_number, o.log_index) > (${after.block}::bigint, ${after.logIndex}::int)
        and (o.bet_id is null or exists (
          select from bet_endings e where e.bet_id = o.bet_id and e.amount >= o.amount))
      order by o.block_number, o.log_index limit ${MOST}`,
  );
  const next = unbooked.length === MOST ? (unbooked.at(-1) ?? null) : null;
  if (unbooked.length === 0) return null;
  const { balances, pool } = await lockBalances(tx, unbooked);
  const covered = coveredOf(unbooked, balances);
  if (covered.length === 0) return next;
  if (pool !== null) await gatherPool(tx, pool, { row: sumOfHouse(covered) });
  const entries = await recordEntries(
    tx,
    covered.map((outflow) => ({ key: keyOf(outflow), entry: entryOf(outflow) })),
  );
  const booked = covered.map((outflow) => ({
    block: outflow.block,
    log_index: outflow.logIndex,
    entry_id: entries.get(keyOf(outflow)),
  }));
  await tx.execute(sql`
    update chain_outflows o set entry_id = b.entry_id
    from json_to_recordset(${JSON.stringify(booked)}::json) as b(block bigint, log_index int, entry_id bigint)
    where o.block_number = b.block and o.log_index = b.log_index`);
  return next;
}

/** What left the escrow and isn't booked yet, for bettors and for the house. Micro-USDC. */
export async function unbookedOutflows(db: Db): Promise<{ bettors: MicroUsdc; house: MicroUsdc }> {
  return row(
    db,
    { bettors: col.usdc, house: col.usdc },
    sql`
      select coalesce(sum(o.amount) filter (where o.user_id is not null), 0)::text as bettors,
        coalesce(sum(o.amount) filter (where o.user_id is null), 0)::text as house
      from chain_outflows o where o.entry_id is null`,
  );
}

/**
 * What left the escrow and the books will never cover on their own, micro-USDC: what the house withdrew beyond the pool, what
 * was paid for bets that were settled for less, and what was paid to users whose accounts lack it. One statement reads this
 * together with the balances, so a bet that is settled at this moment is booked the next time.
 */
export async function overdrawnOutflows(db: Db): Promise<MicroUsdc> {
  return value(
    db,
    col.usdc,
    sql`
      with settled as materialized (
        select o.user_id, o.amount, coalesce(e.amount >= o.amount, false) as is_owed
        from chain_outflows o join bets b on b.id = o.bet_id join markets m on m.id = b.market_id
        left join bet_endings e on e.bet_id = o.bet_id
        where o.entry_id is null and m.state in ('settled', 'void')
      ), by_user as (
        select s.user_id, coalesce(sum(s.amount) filter (where s.is_owed), 0) as owed,
          coalesce(sum(s.amount) filter (where not s.is_owed), 0) as not_owed
        from settled s group by s.user_id
      ), by_house as (
        select coalesce(sum(o.amount), 0) as taken from chain_outflows o
        where o.entry_id is null and o.user_id is null
      )
      select (
          (select coalesce(sum(u.not_owed + greatest(u.owed - a.balance, 0)), 0)
            from by_user u join accounts a on a.user_id = u.user_id)
          + (select greatest(h.taken - ${poolBalance}, 0) from by_house h)
        )::text as amount`,
  );
}

const keyOf = ({ block, logIndex }: Unbooked) => `outflow:${block}:${logIndex}`;

const entryOf = ({ userId, amount }: Unbooked) =>
  userId === null ? houseWithdrawalEntry({ amount }) : payoutSentEntry({ userId, amount });

/** The outflows that their accounts' balances cover, taken in order. */
function coveredOf(unbooked: readonly Unbooked[], balances: ReadonlyMap<string | null, bigint>): Unbooked[] {
  const left = new Map(balances);
  return unbooked.filter(({ userId, amount }) => {
    const rest = (left.get(userId) ?? 0n) - amount;
    if (rest < 0n) return false;
    left.set(userId, rest);
    return true;
  });
}

const sumOfHouse = (outflows: readonly Unbooked[]): MicroUsdc =>
  microUsdc(outflows.filter(({ userId }) => userId === null).reduce((sum, { amount }) => sum + amount, 0n));

/**
 * The balances of the accounts that pay, by user, and by null for the pool. Locks all accounts in the order of their ids, and the
 * slices of the pool if it pays.
 */
async function lockBalances(
  tx: Tx,
  unbooked: readonly Unbooked[],
): Promise<{ balances: ReadonlyMap<string | null, bigint>; pool: LockedPool | null }> {
  const userIds = [...new Set(unbooked.map(({ userId }) => userId).filter((id) => id !== null))];
  const locked = await rows(
    tx,
    { userId: col.text.orNull, kind: col.text, balance: col.bigint },
    sql`
      select a.user_id, a.kind, a.balance::text from accounts a
      where a.user_id in (select json_array_elements_text(${JSON.stringify(userIds)}::json))
        or a.kind in ('pool', 'outside')
      order by a.id
      for update`,
  );
  const row = locked.find(({ kind }) => kind === 'pool')?.balance ?? 0n;
  const isOfHouse = unbooked.some(({ userId }) => userId === null);
  const pool = isOfHouse ? await lockSlices(tx, microUsdc(row)) : null;
  const users = locked.flatMap(({ userId, balance }) =>
    userId === null ? [] : [[userId, balance] as const],
  );
  return { balances: new Map<string | null, bigint>([...users, [null, pool?.total ?? 0n]]), pool };
}

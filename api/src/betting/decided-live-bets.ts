import { sql } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';
import { epochAfter, pinned, pinnedEpoch } from '../db/epochs.ts';
import { col, type Row, rows } from '../db/rows.ts';
import { liveBets } from '../db/schema/live-bets.ts';
import { addToMinutes } from '../ledger/count-minutes.ts';
import { announcingMarketChange, marketChangesAnnounced } from '../markets/market-changes.ts';

/** What deciding a live bet under lock needs to know of it. */
const LOCKED = {
  id: col.text,
  state: col.oneOf(liveBets.state),
  userId: col.text,
  marketId: col.text,
  stake: col.usdc,
  payout: col.usdc,
};

/**
 * Locks the markets of live bets, then the bets, both in the order of their ids, and reads the bets.
 *
 * @throws Error if one of them was never accepted
 */
export async function lockLiveBets(tx: Tx, ids: readonly string[]): Promise<Row<typeof LOCKED>[]> {
  const among = sql`(select json_array_elements_text(${JSON.stringify(ids)}::json))`;
  await tx.execute(sql`
    select m.id from markets m where m.id in (select l.market_id from live_bets l where l.id in ${among})
    order by m.id
    for update`);
  // A separate statement after the locks of the markets sees decisions made meanwhile. Its own locks let batches and blocks
  // pass the bets that are being decided.
  const found = await rows(
    tx,
    LOCKED,
    sql`
      select l.id, l.state, l.user_id, l.market_id, l.stake, l.payout from live_bets l
      where l.id in ${among}
      order by l.id
      for update of l`,
  );
  const known = new Set(found.map(({ id }) => id));
  for (const id of ids) if (!known.has(id)) throw new Error(`live bet ${id} was never accepted`);
  return found;
}

/** The decision about a live bet. */
export interface DecidedBet {
  readonly id: string;
  readonly state: 'confirmed' | 'failed';
  readonly failure?: string;
  /** Lower-case hex without `0x`, and the block; absent if the bet failed. */
  readonly tx_hash?: string;
  readonly block?: string;
  /** The stake's entry, if the bet is confirmed. */
  readonly entry_id?: string | undefined;
}

/**
 * Stores the decisions about pending bets whose entries are recorded. Confirmed ones become bets, their pending amounts are
 * taken off their outcomes, and each decision makes one version of its market. All of it is one statement.
 *
 * @returns the ids of the markets that changed
 */
export async function writeDecided(tx: Tx, decided: readonly DecidedBet[]): Promise<string[]> {
  const written = await rows(
    tx,
    { id: col.text, bets: col.whole },
    sql`
      with ${pinned()}, clock as materialized (
        select date_trunc('milliseconds', clock_timestamp()) as now
      ), given as materialized (
        select * from json_to_recordset(${JSON.stringify(decided)}::json)
          as g(id text, state text, failure text, tx_hash text, block bigint, entry_id bigint)
      ), numbered as materialized (
        select l.*, g.state as state_after, g.failure as failure_after, g.tx_hash as tx_hash_after,
          g.block as block_after, g.entry_id,
          m.version + row_number() over (partition by l.market_id order by l.seq) as version_after
        from given g join live_bets l on l.id = g.id join markets m on m.id = l.market_id
        where l.state = 'pending'
      ), decided as (
        update live_bets l
        set state = n.state_after, failure = n.failure_after, tx_hash = decode(n.tx_hash_after, 'hex'),
          block_number = n.block_after, decided_at = clock.now, decided_version = n.version_after,
          epoch = ${epochAfter(sql`l.epoch`)}
        from numbered n cross join clock
        where l.id = n.id
      ), placed as (
        insert into bets (id, user_id, market_id, outcome_id, stake, odds, payout, status, placed_at, closes_at,
          priced_at, daily_stake_cap, chain, market_version, entry_id, signed_text, signature, signed_hash, quote_id,
          idempotency_key, body_hash, epoch)
        select n.id, n.user_id, n.market_id, n.outcome_id, n.stake, n.odds, n.payout, 'confirmed', n.placed_at,
          n.closes_at, n.priced_at, n.daily_stake_cap, n.chain, n.version_after, n.entry_id, n.signed_text, n.signature,
          n.signed_hash, n.quote_id, n.idempotency_key, n.body_hash, ${pinnedEpoch}
        from numbered n where n.state_after = 'confirmed'
        order by n.market_id, n.version_after
      ), by_outcome as (
        select n.outcome_id, sum(n.payout)::bigint as payout, sum(n.stake)::bigint as stake,
          coalesce(sum(n.payout) filter (where n.state_after = 'confirmed'), 0)::bigint as owed
        from numbered n group by n.outcome_id
      ), owed as (
        update outcomes o
        set open_returns = o.open_returns + d.owed, pending_returns = o.pending_returns - d.payout,
          pending_stakes = o.pending_stakes - d.stake
        from by_outcome d where o.id = d.outcome_id
      ), by_market as (
        select n.market_id, count(*) as bets,
          coalesce(sum(n.stake) filter (where n.state_after = 'confirmed'), 0)::bigint as stake
        from numbered n group by n.market_id
      ), moved as (
        update markets m
        set received = m.received + d.stake, open_stakes = m.open_stakes + d.stake, staked = m.staked + d.stake,
          version = m.version + d.bets, epoch = ${epochAfter(sql`m.epoch`)}
        from by_market d where m.id = d.market_id
        returning m.id, d.bets
      )${addToMinutes(sql`
        select n.market_id, n.outcome_id, n.placed_at, n.stake, n.payout from numbered n
        where n.state_after = 'confirmed' and n.priced_at is not null`)}
      select id, bets, ${announcingMarketChange(tx)} from moved`,
  );
  const count = written.reduce((sum, { bets }) => sum + bets, 0);
  if (count !== decided.length)
    throw new Error(`${decided.length} live bets were locked, ${count} were decided`);
  const marketIds = written.map(({ id }) => id);
  marketChangesAnnounced(tx, marketIds);
  return marketIds;
}

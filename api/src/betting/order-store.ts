import type { Order } from '@tallystone/core/in-play/judge-order';
import { orderEndEntry } from '@tallystone/core/ledger/order-entry';
import type { Message } from '@tallystone/core/sentences/sentence';
import { type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/db.ts';
import { pinned, pinnedEpoch } from '../db/epochs.ts';
import { KEPT_PLAN } from '../db/plan-keeper.ts';
import { clock } from '../db/read-clock.ts';
import { col, type Row, row, rows, value } from '../db/rows.ts';
import { bets } from '../db/schema/bets.ts';
import { users } from '../db/schema/users.ts';
import type { AccountIds } from '../ledger/account-ids.ts';
import { recordEntries } from '../ledger/record-entries.ts';
import { stateOfMarket } from '../markets/stored-market.ts';
import { isWrittenSince, type Position } from '../realtime/position.ts';
import { getBetOf, type ListedBet, marketOfListed, marketOfListedRow } from './bet-store.ts';
import { orderRow, orderState, withOrderState } from './order-state.ts';
import { storedBet, storedBetRow } from './stored-bet.ts';

/** A market with bets or cash-outs that can be decided now. */
export type DueMarket = Row<typeof DUE>;

const DUE = {
  marketId: col.text,
  conditionId: col.text,
  /** Whether the feed has yet to confirm the price at the end of a delay. */
  needsPrice: col.bool,
};

/** Whether any bet or cash-out waits. Rounds ask this first: planning the next statement costs far more, and mostly none waits. */
export const isAnyWaiting = (db: Db): Promise<boolean> =>
  value(
    db,
    col.bool,
    sql`${KEPT_PLAN}
      select exists (select from open_orders) or exists (select from open_cash_out_orders)
        or exists (select from open_combo_cash_outs)`,
  );

/** The markets whose bets or cash-outs have waited long enough, or can't be filled any more. */
export function listDueOrders(db: Db): Promise<DueMarket[]> {
  return rows(
    db,
    DUE,
    sql`
      with ${clock}
      select m.id as market_id, m.azuro_condition_id as condition_id,
        ${stateOfMarket} = 'open' and bool_or(o.decide_at <= clock.now and m.priced_at < o.decide_at) as needs_price
      from (
        select w.market_id, w.decide_at from open_orders w
        union all
        select s.priced_market_id, s.decide_at from open_cash_out_orders s
        union all
        select s.priced_market_id, s.decide_at from open_combo_cash_outs s
      ) o
      join markets m on m.id = o.market_id cross join clock
      group by m.id, clock.now
      having bool_or(o.decide_at <= clock.now) or ${stateOfMarket} <> 'open'
      order by m.id`,
  );
}

const WAITING = {
  id: col.text,
  userId: col.text,
  family: col.oneOf(users.family),
  outcomeId: col.text,
  stake: col.usdc,
  odds: col.odds,
  placedAt: col.date,
  decideAt: col.date,
  chain: col.oneOf(['Ethereum', 'BSC', 'Polygon', 'Solana'] as const).orNull,
  signedText: col.text,
  signature: col.text,
  signedHash: col.text,
  quoteId: col.text.orNull,
  idempotencyKey: col.text.orNull,
  bodyHash: col.text,
};
export type WaitingOrder = Row<typeof WAITING> & Pick<Order, 'decideAt'>;

/** The waiting orders of a locked market, in the order in which they came, and when its betting was last suspended. */
export function loadOrders(tx: Tx, marketId: string) {
  return row(
    tx,
    { now: col.date, haltedAt: col.date.orNull, orders: col.all(col.object(WAITING)) },
    sql`
      select date_trunc('milliseconds', clock_timestamp()) as now,
        (select max(h.at) from market_halts h where h.market_id = ${marketId}) as halted_at, (
          select json_agg(json_build_object('id', o.id, 'userId', o.user_id, 'family', u.family, 'outcomeId', o.outcome_id,
            'stake', o.stake::text, 'odds', o.odds::text, 'placedAt', o.placed_at, 'decideAt', o.decide_at, 'chain', o.chain,
            'signedText', o.signed_text, 'signature', encode(o.signature, 'hex'),
            'signedHash', encode(o.signed_hash, 'hex'), 'quoteId', o.quote_id, 'idempotencyKey', o.idempotency_key,
            'bodyHash', encode(o.body_hash, 'hex')) order by o.seq)
          from open_orders w join orders o on o.id = w.order_id join users u on u.id = o.user_id
          where w.market_id = ${marketId}
        ) as orders`,
  );
}

/** Gives the stakes of these orders back, before their bets take them or because they failed. @returns the entries by order */
export async function freeStakes(
  tx: Tx,
  orders: readonly WaitingOrder[],
  ids: AccountIds,
): Promise<ReadonlyMap<string, string>> {
  const entries = orders.map((order) => ({ key: `order-end:${order.id}`, entry: orderEndEntry(order) }));
  const made = await recordEntries(tx, entries, ids);
  await tx.execute(sql`
    delete from open_orders where order_id in (
      select json_array_elements_text(${JSON.stringify(orders.map(({ id }) => id))}::json))`);
  return new Map(orders.map(({ id }) => [id, made.get(`order-end:${id}`) ?? '']));
}

/** How an order ended. */
export interface EndedOrder {
  readonly order: WaitingOrder;
  readonly entryId: string;
  /** Why it failed; null if its bet was placed. */
  readonly failure: { readonly code: string; readonly message: Message } | null;
}

export async function insertOrderEnds(tx: Tx, ended: readonly EndedOrder[]): Promise<void> {
  const given = ended.map(({ order, entryId, failure }) => ({
    order_id: order.id,
    user_id: order.userId,
    kind: failure === null ? 'filled' : 'failed',
    code: failure?.code ?? null,
    reason: failure?.message ?? null,
    entry_id: entryId,
  }));
  await tx.execute(sql`
    with ${pinned()}
    insert into order_ends (order_id, user_id, kind, code, reason, entry_id, ended_at, epoch)
    select order_id, user_id, kind, code, reason, entry_id, date_trunc('milliseconds', clock_timestamp()), ${pinnedEpoch}
    from json_to_recordset(${JSON.stringify(given)}::json) as g(
      order_id text, user_id text, kind text, code text, reason jsonb, entry_id bigint)`);
}

// ---- in the bettor's list, until a bet comes of it

/** Orders of a user that aren't bets, newest first. @param rest conditions on `l` and `n`, and a limit */
async function selectOrders(db: Db, userId: string, rest: SQL): Promise<ListedBet[]> {
  const found = await rows(
    db,
    LISTED,
    sql`
      select l.id, l.market_id, l.outcome_id, l.stake, l.odds, l.odds as signed_odds, l.payout, l.placed_at,
        encode(l.signature, 'hex') as signature, s.state ->> 'status' as status, s.state -> 'waited' as waited,
        ${marketOfListed}
      from orders l ${withOrderState(sql`l`)}
      join markets m on m.id = l.market_id join outcomes o on o.id = l.outcome_id
      cross join lateral (select json_build_object(${orderState}) as state) s
      where l.user_id = ${userId} and n.kind is distinct from 'filled' and ${rest}`,
  );
  return found.map((order) => ({
    ...order,
    ...storedBet(order),
    ...{ result: null, paid: null, sold: null, endedAt: null, end: null },
  }));
}

const LISTED = {
  ...storedBetRow,
  status: col.oneOf(bets.status),
  signedOdds: col.odds,
  waited: orderRow,
  ...marketOfListedRow,
};

/** A user's orders that aren't bets. @param of only those placed then */
export function selectOrdersOf(
  db: Db,
  { userId, from, before, limit }: { userId: string; from: Date | null; before: Date | null; limit: number },
): Promise<ListedBet[]> {
  const isOlder = before === null ? sql`true` : sql`l.placed_at < ${before.toISOString()}::timestamptz`;
  const isNewer = from === null ? sql`true` : sql`l.placed_at >= ${from.toISOString()}::timestamptz`;
  return selectOrders(
    db,
    userId,
    sql`${isOlder} and ${isNewer} order by l.placed_at desc, l.seq desc limit ${limit}`,
  );
}

/** A user's orders that wait. */
export const selectOpenOrdersOf = (db: Db, userId: string): Promise<ListedBet[]> =>
  selectOrders(
    db,
    userId,
    sql`l.id in (select w.order_id from open_orders w where w.user_id = ${userId}) order by l.placed_at desc, l.seq desc`,
  );

/** A user's newest orders that were placed or failed since a position of the stream. */
export const selectChangedOrdersOf = (
  db: Db,
  { userId, since, limit }: { userId: string; since: Position; limit: number },
): Promise<ListedBet[]> =>
  selectOrders(
    db,
    userId,
    sql`l.id in (
        select o.id from orders o where o.user_id = ${userId} order by o.placed_at desc, o.seq desc limit ${limit})
      and (${isWrittenSince(sql`l.epoch`, since)} or ${isWrittenSince(sql`n.epoch`, since)})
      order by l.placed_at desc, l.seq desc`,
  );

/** A user's order that isn't a bet, because it waits or has failed, with the version of its market; null if there is none. */
export async function getUnfilledOrder(
  db: Db,
  { userId, betId }: { userId: string; betId: string },
): Promise<{ version: number } | null> {
  const [found] = await rows(
    db,
    { version: col.whole },
    sql`
      select m.version from orders o join markets m on m.id = o.market_id
      where o.id = ${betId} and o.user_id = ${userId} and not exists (select from bets b where b.id = o.id)`,
  );
  return found ?? null;
}

/** A bet of a user at any stage, also one that still waits or has failed as an order; null if there is none. */
export async function getAnyBetOf(
  db: Db,
  { userId, betId }: { userId: string; betId: string },
): Promise<ListedBet | null> {
  const bet = await getBetOf(db, { userId, betId });
  if (bet !== null) return bet;
  const [order] = await selectOrders(db, userId, sql`l.id = ${betId}`);
  return order ?? null;
}

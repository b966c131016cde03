import { CONFIRMED_WITHIN_MS, DECIDED_WITHIN_MS } from '@tallystone/core/in-play/judge-order';
import type { Message } from '@tallystone/core/sentences/sentence';
import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/db.ts';
import { pinned, pinnedEpoch } from '../db/epochs.ts';
import { clock } from '../db/read-clock.ts';
import { col, type Row, rows } from '../db/rows.ts';
import { stateOfMarket } from '../markets/stored-market.ts';

const ORDER = {
  id: col.text,
  betId: col.text,
  userId: col.text,
  /** The market of the bet. */
  marketId: col.text,
  amount: col.usdc,
  signedText: col.text,
  /** Hex. */
  signature: col.text,
  signedHash: col.text,
  placedAt: col.date,
  decideAt: col.date,
};
/** A cash-out that waits for the delay of a running game. */
export type CashOutOrder = Row<typeof ORDER>;

const columns = sql`o.id, o.bet_id, o.user_id, b.market_id, o.amount, o.signed_text, encode(o.signature, 'hex') as signature,
  encode(o.signed_hash, 'hex') as signed_hash, o.placed_at, o.decide_at`;

/** The cash-out of a bet that waits, or null. Under the lock of the bet's market it can't change. */
export async function getWaitingCashOut(db: Db, betId: string): Promise<CashOutOrder | null> {
  const [order] = await rows(
    db,
    ORDER,
    sql`
      select ${columns}
      from open_cash_out_orders w
      join cash_out_orders o on o.id = w.order_id
      join bets b on b.id = w.bet_id
      where w.bet_id = ${betId}`,
  );
  return order ?? null;
}

/** How long the same signed text counts as the same request: clients send one without an answer again. */
const REPEATED_WITHIN = '2 minutes';

/** The newest cash-out of a bet while its game was played, at any stage. */
export type Selling = Row<typeof SELLING>;

const SELLING = {
  betId: col.text,
  amount: col.usdc,
  decideAt: col.date,
  /** Null while it waits. */
  kind: col.oneOf(['filled', 'failed'] as const).orNull,
  code: col.text.orNull,
  message: col.json,
  /** Whether it was sent so recently that the same text is the same request. */
  isRecent: col.bool,
};

/** The newest cash-outs of these bets while their games were played, by bet. */
export async function loadSelling(db: Db, betIds: readonly string[]): Promise<ReadonlyMap<string, Selling>> {
  const found = await rows(
    db,
    SELLING,
    sql`
      select distinct on (o.bet_id) o.bet_id, o.amount, o.decide_at, n.kind, n.code, n.reason as message,
        o.placed_at > clock_timestamp() - ${REPEATED_WITHIN}::interval as is_recent
      from cash_out_orders o left join cash_out_order_ends n on n.order_id = o.id
      where o.bet_id in (select json_array_elements_text(${JSON.stringify(betIds)}::json))
      order by o.bet_id, o.placed_at desc, o.id desc`,
  );
  return new Map(found.map((selling) => [selling.betId, selling]));
}

/** Stores a cash-out that waits. @param pricedMarketId the market in play whose price decides it */
export async function insertCashOutOrder(
  tx: Tx,
  order: Omit<CashOutOrder, 'marketId'>,
  pricedMarketId: string,
): Promise<void> {
  await tx.execute(sql`
    with ${pinned()}, ordered as (
      insert into cash_out_orders (id, bet_id, user_id, amount, signed_text, signature, signed_hash, placed_at, decide_at, epoch)
      values (${order.id}, ${order.betId}, ${order.userId}, ${order.amount.toString()}::bigint, ${order.signedText},
        decode(${order.signature}, 'hex'), decode(${order.signedHash}, 'hex'), ${order.placedAt.toISOString()}::timestamptz,
        ${order.decideAt.toISOString()}::timestamptz, ${pinnedEpoch})
      returning id, bet_id, decide_at
    )
    insert into open_cash_out_orders (bet_id, order_id, priced_market_id, decide_at)
    select bet_id, id, ${pricedMarketId}, decide_at from ordered`);
}

/** Ends a cash-out that waited. @param failure why nothing was paid; null if it was paid */
export async function endCashOutOrder(
  tx: Tx,
  order: CashOutOrder,
  failure: { readonly code: string; readonly message: Message } | null,
): Promise<void> {
  const kind = failure === null ? 'filled' : 'failed';
  const reason = failure === null ? null : JSON.stringify(failure.message);
  await tx.execute(sql`
    with ${pinned()}, gone as (
      delete from open_cash_out_orders where order_id = ${order.id} returning order_id
    )
    insert into cash_out_order_ends (order_id, user_id, kind, code, reason, ended_at, epoch)
    select order_id, ${order.userId}, ${kind}, ${failure?.code ?? null}, ${reason}::jsonb,
      date_trunc('milliseconds', clock_timestamp()), ${pinnedEpoch}
    from gone`);
}

/** The bets whose cash-outs on a market in play can be decided now, those that were sent first before the others. */
export function listDueCashOuts(db: Db, pricedMarketId: string) {
  const ms = (duration: number) => sql`${duration}::int * interval '1 millisecond'`;
  return rows(
    db,
    {
      betId: col.text,
      /** Whether its time to be decided is over by far, so something keeps it from being decided. */
      isStuck: col.bool,
    },
    sql`
      with ${clock}
      select w.bet_id, w.decide_at + 2 * ${ms(DECIDED_WITHIN_MS)} < clock.now as is_stuck
      from open_cash_out_orders w
      join markets m on m.id = w.priced_market_id
      cross join clock
      where m.id = ${pricedMarketId} and (
        ${stateOfMarket} <> 'open' or w.decide_at <= clock.now and (
          -- Until the feed has confirmed the price, it would only be locked and left.
          m.priced_at >= w.decide_at - ${ms(CONFIRMED_WITHIN_MS)} or w.decide_at + ${ms(DECIDED_WITHIN_MS)} < clock.now))
      order by w.decide_at, w.order_id`,
  );
}

import { CONFIRMED_WITHIN_MS, DECIDED_WITHIN_MS } from '@tallystone/core/in-play/judge-order';
import type { Message } from '@tallystone/core/sentences/sentence';
import { type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/db.ts';
import { pinned, pinnedEpoch } from '../db/epochs.ts';
import { clock } from '../db/read-clock.ts';
import { col, type Row, rows } from '../db/rows.ts';
import { stateOfMarket } from '../markets/stored-market.ts';

/** The columns of a cash-out that waits. */
export const ORDER = {
  id: col.text,
  betId: col.text,
  userId: col.text,
  /** The market of the bet. */
  marketId: col.text,
  amount: col.usdc,
  /** Of a part: its stake, and the open stake that was signed. Null: all that is open. */
  part: col.object({ stake: col.usdc, openStake: col.usdc }).orNull,
  signedText: col.text,
  /** Hex. */
  signature: col.text,
  signedHash: col.text,
  placedAt: col.date,
};
/** A cash-out that waits. */
export type CashOutOrder = Row<typeof ORDER>;
/** What its bettor sent. */
export type SentCashOut = Omit<CashOutOrder, 'marketId'>;

const WAITING = {
  ...ORDER,
  /** When its delay ends. */
  decideAt: col.date,
  /** For an automatic one: when its bet was worth the amount, and the delay began. */
  reachedAt: col.date.orNull,
};
/** A cash-out that waits for the delay of a running game. */
export type WaitingCashOut = Row<typeof WAITING>;

const partOf = sql`case when o.stake is not null then json_build_object('stake', o.stake::text, 'openStake', o.open_stake::text) end
  as part`;

/** The same of a row `o` of cash_out_orders and its row `b` of bets. */
export const orderColumns = sql`o.id, o.bet_id, o.user_id, b.market_id, o.amount, ${partOf}, o.signed_text, encode(o.signature, 'hex') as signature,
  encode(o.signed_hash, 'hex') as signed_hash, o.placed_at`;

/** The cash-out of a bet that waits for a delay, or null. Under the lock of the bet's market it can't change. */
export async function getWaitingCashOut(db: Db, betId: string): Promise<WaitingCashOut | null> {
  const [order] = await rows(
    db,
    WAITING,
    sql`
      select ${orderColumns}, w.decide_at, a.reached_at
      from open_cash_out_orders w
      join cash_out_orders o on o.id = w.order_id
      left join open_automatic_cash_outs a on a.order_id = o.id
      join bets b on b.id = w.bet_id
      where w.bet_id = ${betId}`,
  );
  return order ?? null;
}

/** How long the same signed text counts as the same request: clients send one without an answer again. */
const REPEATED_WITHIN = '2 minutes';

/** The newest cash-out of a bet for which a delay of its running game began, at any stage. */
export type Selling = Row<typeof SELLING>;

const SELLING = {
  betId: col.text,
  amount: col.usdc,
  part: ORDER.part,
  decideAt: col.date,
  /** Null while it waits. */
  kind: col.oneOf(['filled', 'failed'] as const).orNull,
  code: col.text.orNull,
  message: col.json,
  isAutomatic: col.bool,
  /** Whether it was sent so recently that the same text is the same request. */
  isRecent: col.bool,
};

/** Those of these bets, by bet. */
export async function loadSelling(db: Db, betIds: readonly string[]): Promise<ReadonlyMap<string, Selling>> {
  const found = await rows(
    db,
    SELLING,
    sql`
      select distinct on (o.bet_id) o.bet_id, o.amount, ${partOf}, coalesce(w.decide_at, o.decide_at) as decide_at,
        n.kind, n.code, n.reason as message, o.decide_at is null as is_automatic,
        o.placed_at > clock_timestamp() - ${REPEATED_WITHIN}::interval as is_recent
      from cash_out_orders o
      left join cash_out_order_ends n on n.order_id = o.id
      left join open_cash_out_orders w on w.order_id = o.id
      where o.bet_id in (select json_array_elements_text(${JSON.stringify(betIds)}::json))
        -- An automatic one may have been sent long before it waits for a delay.
        and (w.order_id is not null or o.decide_at is not null)
      order by o.bet_id, w.order_id is null, o.placed_at desc, o.id desc`,
  );
  return new Map(found.map((selling) => [selling.betId, selling]));
}

/** Stores a cash-out that waits for a delay. @param pricedMarketId the market in play whose price decides it */
export async function insertCashOutOrder(
  tx: Tx,
  order: SentCashOut & { decideAt: Date },
  pricedMarketId: string,
): Promise<void> {
  await tx.execute(sql`
    with ${pinned()}, ${ordered(order)}
    insert into open_cash_out_orders (bet_id, order_id, priced_market_id, decide_at)
    select bet_id, id, ${pricedMarketId}, decide_at from ordered`);
}

/** The part `ordered` of a statement with `pinned`, which stores what was sent. */
export const ordered = (order: SentCashOut & { decideAt: Date | null }): SQL => sql`ordered as (
  insert into cash_out_orders (id, bet_id, user_id, amount, stake, open_stake, signed_text, signature, signed_hash, placed_at, decide_at, epoch)
  values (${order.id}, ${order.betId}, ${order.userId}, ${order.amount.toString()}::bigint,
    ${order.part?.stake.toString() ?? null}::bigint, ${order.part?.openStake.toString() ?? null}::bigint, ${order.signedText},
    decode(${order.signature}, 'hex'), decode(${order.signedHash}, 'hex'), ${order.placedAt.toISOString()}::timestamptz,
    ${order.decideAt?.toISOString() ?? null}::timestamptz, ${pinnedEpoch})
  returning id, bet_id, decide_at)`;

/** Why a cash-out that waited paid nothing. */
export interface CashOutFailure {
  readonly code: string;
  readonly message: Message;
}

/** Ends a cash-out that waited. @param how it was paid or cancelled, or why nothing was paid */
export async function endCashOutOrder(
  tx: Tx,
  order: Pick<CashOutOrder, 'id' | 'userId'> & { reachedAt?: Date | null },
  how: 'filled' | 'cancelled' | CashOutFailure,
): Promise<void> {
  const [kind, failure] = typeof how === 'string' ? [how, null] : ['failed', how];
  const reason = failure === null ? null : JSON.stringify(failure.message);
  const reachedAt = (kind === 'filled' && order.reachedAt?.toISOString()) || null;
  await tx.execute(sql`
    with ${pinned()}, decided as (
      delete from open_cash_out_orders where order_id = ${order.id} returning order_id
    ), automatic as (
      delete from open_automatic_cash_outs where order_id = ${order.id} returning order_id
    )
    insert into cash_out_order_ends (order_id, user_id, kind, code, reason, reached_at, ended_at, epoch)
    select order_id, ${order.userId}, ${kind}, ${failure?.code ?? null}, ${reason}::jsonb, ${reachedAt}::timestamptz,
      date_trunc('milliseconds', clock_timestamp()), ${pinnedEpoch}
    from (select order_id from decided union select order_id from automatic) gone`);
}

/** The bets whose cash-outs on these markets in play can be decided now: by hand before automatic, and the first due first. */
export function listDueCashOuts(db: Db, pricedMarketIds: readonly string[]) {
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
      join cash_out_orders o on o.id = w.order_id
      join markets m on m.id = w.priced_market_id
      cross join clock
      where m.id in (select json_array_elements_text(${JSON.stringify(pricedMarketIds)}::json)) and (
        ${stateOfMarket} <> 'open' or w.decide_at <= clock.now and (
          -- Until the feed has confirmed the price, it would only be locked and left.
          m.priced_at >= w.decide_at - ${ms(CONFIRMED_WITHIN_MS)} or w.decide_at + ${ms(DECIDED_WITHIN_MS)} < clock.now))
      order by o.decide_at is null, w.decide_at, w.order_id`,
  );
}

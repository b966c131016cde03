import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/db.ts';
import { pinned } from '../db/epochs.ts';
import { clock } from '../db/read-clock.ts';
import { col, type Row, rows } from '../db/rows.ts';
import { stateOfMarket } from '../markets/stored-market.ts';
import { DUE, type Due, isRipe, isStuck } from './due-cash-outs.ts';
import { ordered, PART, partOf, type SentCashOut } from './sent-cash-out.ts';

/** The columns of a cash-out that waits. */
export const ORDER = {
  id: col.text,
  betId: col.text,
  userId: col.text,
  /** The market of the bet. */
  marketId: col.text,
  amount: col.usdc,
  /** Of a part: its stake, and the open stake that was signed. Null: all that is open. */
  part: PART,
  signedText: col.text,
  /** Hex. */
  signature: col.text,
  signedHash: col.text,
  placedAt: col.date,
};

const WAITING = {
  ...ORDER,
  /** When its delay ends. */
  decideAt: col.date,
  /** For an automatic one: when its bet was worth the amount, and the delay began. */
  reachedAt: col.date.orNull,
};
/** A cash-out that waits for the delay of a running game. */
export type WaitingCashOut = Row<typeof WAITING>;

/** The same of a row `o` of cash_out_orders and its row `b` of bets. */
export const orderColumns = sql`o.id, o.bet_id, o.user_id, b.market_id, o.amount, ${partOf}, o.signed_text, encode(o.signature, 'hex') as signature,
  encode(o.signed_hash, 'hex') as signed_hash, o.placed_at`;

/** The cash-out of a bet that waits for a delay, or null. Under the lock of the bet's market it can't change. */
export async function getWaitingCashOut(db: Db, betId: string): Promise<WaitingCashOut | null> {
  const [order] = await listWaitingCashOuts(db, [betId]);
  return order ?? null;
}

/** The same of some bets: those by hand before automatic ones, and the first due first. */
export function listWaitingCashOuts(db: Db, betIds: readonly string[]): Promise<WaitingCashOut[]> {
  return rows(
    db,
    WAITING,
    sql`
      select ${orderColumns}, w.decide_at, a.reached_at
      from open_cash_out_orders w
      join cash_out_orders o on o.id = w.order_id
      left join open_automatic_cash_outs a on a.order_id = o.id
      join bets b on b.id = w.bet_id
      where w.bet_id in (select json_array_elements_text(${JSON.stringify(betIds)}::json))
      order by ${byHandFirst}`,
  );
}

/** An order of rows `w` of open_cash_out_orders with their rows `o` of cash_out_orders. */
const byHandFirst = sql`o.decide_at is null, w.decide_at, w.order_id`;

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

/** A bet whose cash-out is due. */
export interface DueBet extends Due {
  readonly marketId: string;
  readonly isByHand: boolean;
}

/** The bets whose cash-outs on these markets in play can be decided now: by hand before automatic, and the first due first. */
export function listDueCashOuts(db: Db, pricedMarketIds: readonly string[]): Promise<DueBet[]> {
  return rows(
    db,
    { ...DUE, marketId: col.text, isByHand: col.bool },
    sql`
      with ${clock}
      select w.bet_id as id, ${isStuck} as is_stuck, b.market_id, o.decide_at is not null as is_by_hand
      from open_cash_out_orders w
      join bets b on b.id = w.bet_id
      join cash_out_orders o on o.id = w.order_id
      join markets m on m.id = w.priced_market_id
      cross join clock
      where m.id in (select json_array_elements_text(${JSON.stringify(pricedMarketIds)}::json))
        and (${stateOfMarket} <> 'open' or ${isRipe})
      order by ${byHandFirst}`,
  );
}

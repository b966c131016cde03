import { sql } from 'drizzle-orm';
import { DUE, type Due, isRipe, isStuck } from '../betting/due-cash-outs.ts';
import { ordered, type SentCashOut } from '../betting/sent-cash-out.ts';
import type { Db, Tx } from '../db/db.ts';
import { pinned } from '../db/epochs.ts';
import { clock } from '../db/read-clock.ts';
import { col, type Row, rows } from '../db/rows.ts';
import { stateOfMarket } from '../markets/stored-market.ts';

/** A cash-out of a combo that waits for the delay of its running games. */
export type WaitingComboCashOut = Row<typeof WAITING>;

const WAITING = {
  id: col.text,
  comboId: col.text,
  userId: col.text,
  amount: col.usdc,
  signedText: col.text,
  /** Hex. */
  signature: col.text,
  placedAt: col.date,
  /** When its delay ends. */
  decideAt: col.date,
  /** Of the legs whose games were played when it was sent. */
  places: col.list(col.number),
};

/** The cash-outs of these combos that wait, at most one of each. Under the combos' locks they can't change. */
export function listWaitingComboCashOuts(
  db: Db,
  comboIds: readonly string[],
): Promise<WaitingComboCashOut[]> {
  return rows(
    db,
    WAITING,
    sql`
      select o.id, o.combo_id, o.user_id, o.amount, o.signed_text, encode(o.signature, 'hex') as signature, o.placed_at,
        w.decide_at, json_agg(w.place) as places
      from open_combo_cash_outs w join cash_out_orders o on o.id = w.order_id
      where w.combo_id in (select json_array_elements_text(${JSON.stringify(comboIds)}::json))
      group by o.id, w.decide_at`,
  );
}

/** Stores a cash-out of a combo that waits. @param legs those whose games are played, one or more, and their markets in play */
export async function insertComboCashOutOrder(
  tx: Tx,
  order: SentCashOut & { readonly decideAt: Date },
  legs: readonly { readonly place: number; readonly pricedMarketId: string }[],
): Promise<void> {
  const given = legs.map(({ place, pricedMarketId }) => ({ place, priced_market_id: pricedMarketId }));
  await tx.execute(sql`
    with ${pinned()}, ${ordered(order)}
    insert into open_combo_cash_outs (combo_id, place, order_id, priced_market_id, decide_at)
    select s.combo_id, g.place, s.id, g.priced_market_id, s.decide_at
    from ordered s
    cross join json_to_recordset(${JSON.stringify(given)}::json) as g(place smallint, priced_market_id text)`);
}

/** The combos whose cash-outs wait for one of these markets in play and can be decided now, the first due first. */
export function listDueComboCashOuts(db: Db, pricedMarketIds: readonly string[]): Promise<Due[]> {
  return rows(
    db,
    DUE,
    sql`
      with ${clock}
      select w.combo_id as id, bool_or(${isStuck}) as is_stuck
      from open_combo_cash_outs w
      join markets m on m.id = w.priced_market_id
      cross join clock
      where w.combo_id in (
        select x.combo_id from open_combo_cash_outs x
        where x.priced_market_id in (select json_array_elements_text(${JSON.stringify(pricedMarketIds)}::json)))
      group by w.combo_id
      having bool_or(${stateOfMarket} <> 'open') or bool_and(${isRipe})
      order by min(w.decide_at), w.combo_id`,
  );
}

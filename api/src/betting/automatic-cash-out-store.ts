import type { OpenBet } from '@tallystone/core/betting/decide-cash-out';
import { reachPrice } from '@tallystone/core/betting/reach-price';
import { say } from '@tallystone/core/sentences/say';
import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/db.ts';
import { epochAfter, pinned, pinnedEpoch } from '../db/epochs.ts';
import { KEPT_PLAN } from '../db/plan-keeper.ts';
import { clock } from '../db/read-clock.ts';
import { col, type Row, rows, value } from '../db/rows.ts';
import { asksTheSame } from '../ledger/question.ts';
import { payoutLeft, stakeLeft, withSold } from '../ledger/sold-parts.ts';
import { hasBetEnded, withBetEnd } from './bet-end.ts';
import { ORDER, orderColumns } from './cash-out-order-store.ts';
import { ordered, type SentCashOut } from './sent-cash-out.ts';

const AUTOMATIC = {
  ...ORDER,
  /** When its bet was worth the amount, while it waits for the delay of a running game. */
  reachedAt: col.date.orNull,
};
/** An automatic cash-out that has not ended. */
export type AutomaticCashOut = Row<typeof AUTOMATIC>;

/** That of a bet, or null. Under the lock of the bet's market it can't change. */
export async function getAutomaticCashOut(db: Db, betId: string): Promise<AutomaticCashOut | null> {
  const [found] = await rows(
    db,
    AUTOMATIC,
    sql`
      select ${orderColumns}, a.reached_at
      from open_automatic_cash_outs a
      join cash_out_orders o on o.id = a.order_id
      join bets b on b.id = a.bet_id
      where a.bet_id = ${betId}`,
  );
  return found ?? null;
}

/** What the lists show of the automatic cash-out of a bet. */
export type ShownAutomatic = Row<typeof SHOWN>;

const SHOWN = { betId: col.text, amount: col.usdc, placedAt: col.date, signedText: col.text };

/** The automatic cash-outs of these bets that wait or have paid them, by bet. */
export async function loadAutomatic(
  db: Db,
  betIds: readonly string[],
): Promise<ReadonlyMap<string, ShownAutomatic>> {
  if (betIds.length === 0) return new Map();
  const found = await rows(
    db,
    SHOWN,
    sql`
      select o.bet_id, o.amount, o.placed_at, o.signed_text
      from cash_out_orders o
      left join open_automatic_cash_outs a on a.order_id = o.id
      left join cash_out_order_ends n on n.order_id = o.id and n.kind = 'filled'
      where o.bet_id in (select json_array_elements_text(${JSON.stringify(betIds)}::json))
        and o.decide_at is null and (n.order_id is not null or a.order_id is not null
          -- It ends soon after a bet that ended in another way.
          and not exists (select from bet_endings e where e.bet_id = o.bet_id))`,
  );
  return new Map(found.map((automatic) => [automatic.betId, automatic]));
}

/** Stores an automatic cash-out of a bet that has none. */
export async function insertAutomaticCashOut(
  tx: Tx,
  order: SentCashOut,
  bet: OpenBet & { readonly marketId: string },
): Promise<void> {
  await tx.execute(sql`
    with ${pinned()}, ${ordered({ ...order, decideAt: null })}
    insert into open_automatic_cash_outs (bet_id, order_id, market_id, outcome_id, price, epoch)
    select bet_id, id, ${bet.marketId}, ${bet.outcomeId}, ${reachPrice({ ...order, payout: bet.payout })}::int, ${pinnedEpoch}
    from ordered`);
}

/** Begins the delay of a running game for an automatic cash-out whose bet is worth its amount. */
export async function beginDelay(
  tx: Tx,
  { id }: AutomaticCashOut,
  { reachedAt, decideAt, pricedMarketId }: { reachedAt: Date; decideAt: Date; pricedMarketId: string },
): Promise<void> {
  await tx.execute(sql`
    with ${pinned()}, reached as (
      update open_automatic_cash_outs
      set reached_at = ${reachedAt.toISOString()}::timestamptz, epoch = ${epochAfter(sql`open_automatic_cash_outs.epoch`)}
      where order_id = ${id}
      returning bet_id, order_id
    )
    insert into open_cash_out_orders (bet_id, order_id, priced_market_id, decide_at)
    select bet_id, order_id, ${pricedMarketId}, ${decideAt.toISOString()}::timestamptz from reached`);
}

/** How long one whose delay paid nothing isn't tried again. */
const REST_MS = 10_000;

/** Lets an automatic cash-out that paid nothing after its delay wait for its amount again. */
export async function waitAgain(tx: Tx, orderId: string): Promise<void> {
  await tx.execute(sql`
    with ${pinned()}, ${clock}, decided as (
      delete from open_cash_out_orders where order_id = ${orderId}
    )
    update open_automatic_cash_outs
    set reached_at = null, rests_until = clock.now + ${REST_MS}::int * interval '1 millisecond', epoch = ${epochAfter(sql`open_automatic_cash_outs.epoch`)}
    from clock where order_id = ${orderId}`);
}

/** Whether there is any. Rounds ask this first: planning the next statement costs far more, and mostly there is none. */
export const isAnyAutomatic = (db: Db): Promise<boolean> =>
  value(db, col.bool, sql`${KEPT_PLAN} select exists (select from open_automatic_cash_outs)`);

/** The markets with bets whose automatic cash-outs wait for their amount, and a mark that changes with all that decides them. */
export const listWatchedMarkets = (db: Db) =>
  rows(
    db,
    { marketId: col.text, mark: col.text },
    sql`
      select w.market_id, concat_ws(' ', m.version, w.mark, (
          select string_agg(p.version::text, ' ' order by p.id)
          from games g join markets p on p.game_id = g.id and ${asksTheSame(sql`p`, sql`m`)}
          where g.in_play_of = m.game_id)) as mark
      from (
        select a.market_id, sum(hashtext(a.order_id)::bigint)::text as mark
        from open_automatic_cash_outs a where a.reached_at is null group by a.market_id
      ) w
      join markets m on m.id = w.market_id`,
  );

/** Where a page of orders ended, in the order in which they were sent. */
export interface PageEnd {
  readonly placedAt: Date;
  readonly id: string;
}

/**
 * Those of a market whose amounts are within reach at these probabilities (`priceReached`), the first sent first.
 *
 * @param page.after where the last page ended; null for the first
 */
export const listWithinReach = (
  db: Db,
  {
    marketId,
    outcomes,
    page: { after, size },
  }: {
    marketId: string;
    outcomes: readonly { readonly id: string; readonly price: number }[];
    page: { after: PageEnd | null; size: number };
  },
) =>
  rows(
    db,
    {
      id: col.text,
      sentAt: col.date,
      betId: col.text,
      amount: col.usdc,
      outcomeId: col.text,
      stake: col.usdc,
      payout: col.usdc,
      placedAt: col.date,
    },
    sql`
      with ${clock}
      select o.id, o.placed_at as sent_at, a.bet_id, o.amount, b.outcome_id, ${stakeLeft} as stake, ${payoutLeft} as payout, b.placed_at
      from json_to_recordset(${JSON.stringify(outcomes)}::json) as g(id text, price int)
      join open_automatic_cash_outs a on a.market_id = ${marketId} and a.outcome_id = g.id and a.price <= g.price
      join cash_out_orders o on o.id = a.order_id
      join bets b on b.id = a.bet_id
      join markets m on m.id = b.market_id
      ${withBetEnd}
      ${withSold}
      cross join clock
      where a.reached_at is null and coalesce(a.rests_until <= clock.now, true) and not ${hasBetEnded}
        and not exists (select from open_cash_out_orders w where w.bet_id = a.bet_id)
        and (o.placed_at, o.id) > (${after?.placedAt.toISOString() ?? '-infinity'}::timestamptz, ${after?.id ?? ''})
      order by o.placed_at, o.id
      limit ${size}`,
  );

/** Ends the automatic cash-outs of bets of a market that have ended in another way. */
export async function endThoseOfEndedBets(db: Db, marketId: string): Promise<void> {
  const message = JSON.stringify(say('cash-out-bet-ended'));
  await db.execute(sql`
    with ${pinned()}, gone as (
      delete from open_automatic_cash_outs a
      using bets b join markets m on m.id = b.market_id ${withBetEnd}
      where a.market_id = ${marketId} and b.id = a.bet_id and ${hasBetEnded}
        and not exists (select from open_cash_out_orders w where w.order_id = a.order_id)
      returning a.order_id, b.user_id
    )
    insert into cash_out_order_ends (order_id, user_id, kind, code, reason, ended_at, epoch)
    select order_id, user_id, 'failed', 'bet-ended', ${message}::jsonb, date_trunc('milliseconds', clock_timestamp()), ${pinnedEpoch}
    from gone`);
}

/** How many cash-outs wait for the delay of this market in play. */
export const countWaiting = (db: Db, pricedMarketId: string): Promise<number> =>
  value(
    db,
    col.number,
    sql`select count(*)::int from open_cash_out_orders w where w.priced_market_id = ${pricedMarketId}`,
  );

import type { PlacedBet } from '@tallystone/core/http-api/betting';
import type { Message } from '@tallystone/core/sentences/sentence';
import { type SQL, sql } from 'drizzle-orm';
import { col, type Row } from '../db/rows.ts';

/** Joins to a row of orders how it ended, as `n`, and the bet that came of it, as `f`. */
export const withOrderState = (order: SQL): SQL => sql`
  left join order_ends n on n.order_id = ${order}.id left join bets f on f.id = ${order}.id`;

/** Pairs of a JSON object for such a row `l`. */
export const orderState = sql`
  'status', case n.kind when 'filled' then f.status when 'failed' then 'failed' else 'pending' end,
  'waited', json_build_object('decideAt', l.decide_at, 'code', n.code, 'message', n.reason,
    'filledOdds', f.odds::text, 'filledPayout', f.payout::text)`;

export const orderRow = col.object({
  decideAt: col.date,
  code: col.text.orNull,
  message: col.json,
  filledOdds: col.odds.orNull,
  filledPayout: col.usdc.orNull,
});

/** What became of a bet that was sent while its game was played. */
export interface OrderState extends Pick<Row<{ o: typeof orderRow }>['o'], 'decideAt'> {
  /** Null unless it failed. */
  readonly failure: ({ readonly code: string } & Message) | null;
}

export function orderStateOf({ decideAt, code, message }: Row<{ o: typeof orderRow }>['o']): OrderState {
  // The server wrote the message itself: decide-orders.ts.
  return { decideAt, failure: code === null ? null : { code, ...(message as Message) } };
}

/** Its part of the wire form of a bet; nothing once the bet is placed. */
export function wireOrder(order: OrderState | null | undefined, status: PlacedBet['status']) {
  if (!order) return {};
  if (order.failure !== null) return { failure: order.failure };
  return status === 'pending' ? { decidesAt: order.decideAt.toISOString() } : {};
}

import type { NoCashOut } from '@tallystone/core/betting/decide-cash-out';
import type { NoPart } from '@tallystone/core/betting/part-of-bet';
import type { WireSelling } from '@tallystone/core/http-api/betting';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { say } from '@tallystone/core/sentences/say';
import type { Message } from '@tallystone/core/sentences/sentence';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, type Row, rows } from '../db/rows.ts';
import { HttpError } from '../http/http-error.ts';
import { PART, partOf } from './sent-cash-out.ts';

/** How long the same signed text counts as the same request: clients send one without an answer again. */
const REPEATED_WITHIN = '2 minutes';

/** The newest cash-out of a bet or a combo for which a delay of its running games began, at any stage. */
export type Selling = Row<typeof SELLING>;

const SELLING = {
  soldId: col.text,
  amount: col.usdc,
  part: PART,
  decideAt: col.date,
  /** Null while it waits. */
  kind: col.oneOf(['filled', 'failed'] as const).orNull,
  code: col.text.orNull,
  message: col.json,
  isAutomatic: col.bool,
  /** Whether it was sent so recently that the same text is the same request. */
  isRecent: col.bool,
};

/** Those of these bets or combos, by their ids. */
export async function loadSelling(
  db: Db,
  what: 'bet' | 'combo',
  ids: readonly string[],
): Promise<ReadonlyMap<string, Selling>> {
  const soldId = what === 'bet' ? sql`o.bet_id` : sql`o.combo_id`;
  const found = await rows(
    db,
    SELLING,
    sql`
      select distinct on (${soldId}) ${soldId} as sold_id, o.amount, ${partOf}, coalesce(w.decide_at, o.decide_at) as decide_at,
        n.kind, n.code, n.reason as message, o.decide_at is null as is_automatic,
        o.placed_at > clock_timestamp() - ${REPEATED_WITHIN}::interval as is_recent
      from cash_out_orders o
      left join cash_out_order_ends n on n.order_id = o.id
      left join open_cash_out_orders w on w.order_id = o.id
      where ${soldId} in (select json_array_elements_text(${JSON.stringify(ids)}::json))
        -- An automatic one may have been sent long before it waits for a delay.
        and (w.order_id is not null or o.decide_at is not null)
      order by ${soldId}, w.order_id is null, o.placed_at desc, o.id desc`,
  );
  return new Map(found.map((selling) => [selling.soldId, selling]));
}

/**
 * The cash-out that waits, if the same one was asked for.
 *
 * @returns when it is decided; null if none waits
 * @throws HttpError `cash-out-unavailable` if another one waits, or this one has just failed
 */
export function waitsAlready(selling: Selling | undefined, isSame: boolean): { decidesAt: Date } | null {
  if (selling === undefined) return null;
  if (selling.kind === null) {
    if (selling.isAutomatic || !isSame) throw unavailable('waiting');
    return { decidesAt: selling.decideAt };
  }
  // The same text sent again must not sell at a price that its bettor knows to have failed.
  if (isSame && selling.isRecent) throw new HttpError('cash-out-unavailable', selling.message as Message);
  return null;
}

/** Whether what was asked for was paid, or waits for a delay first. */
export type PaidOrWaiting =
  | { readonly kind: 'paid'; readonly endedAt: Date }
  | { readonly kind: 'waiting'; readonly decidesAt: Date };

/** Its moment, as it is answered. */
export const wireMoment = (sold: PaidOrWaiting): { endedAt: string } | { decidesAt: string } =>
  sold.kind === 'paid'
    ? { endedAt: sold.endedAt.toISOString() }
    : { decidesAt: sold.decidesAt.toISOString() };

/** Its part of the wire form of an open bet or combo; nothing once it was paid. */
export function wireSelling(selling: Selling | undefined): { selling?: WireSelling } {
  if (selling === undefined || selling.kind === 'filled') return {};
  const { amount, part, decideAt, code, message } = selling;
  return {
    selling: {
      amount: usdcToNumber(amount),
      ...(part !== null && { stake: usdcToNumber(part.stake) }),
      decidesAt: decideAt.toISOString(),
      // The server wrote the message itself: decide-cash-out-orders.ts.
      ...(code !== null && { failure: { code, ...(message as Message) } }),
    },
  };
}

export const unavailable = (why: NoCashOut | NoPart | 'not-accepted') =>
  new HttpError('cash-out-unavailable', say(`cash-out-${why}`));

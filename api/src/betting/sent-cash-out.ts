import type { NoCashOut } from '@tallystone/core/betting/decide-cash-out';
import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { say } from '@tallystone/core/sentences/say';
import type { Message } from '@tallystone/core/sentences/sentence';
import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';
import { pinned, pinnedEpoch } from '../db/epochs.ts';
import { randomId } from '../db/random-id.ts';
import { col, values } from '../db/rows.ts';
import { signedHashOf } from './hash-parts.ts';
import type { SignedPart } from './sell.ts';

/** A cash-out of a bet or a combo that waits, as its bettor sent it. */
export interface SentCashOut {
  readonly id: string;
  /** What is sold: one of the two is null. */
  readonly betId: string | null;
  readonly comboId: string | null;
  readonly userId: string;
  /** What the bettor signed, micro-USDC. */
  readonly amount: MicroUsdc;
  /** The part of the bet that is sold; null: all that is open. */
  readonly part: SignedPart | null;
  readonly signedText: string;
  /** Hex. */
  readonly signature: string;
  readonly signedHash: string;
  readonly placedAt: Date;
}

/** Gives a signed cash-out an id. */
export function sentCashOut(
  signed: Pick<SentCashOut, 'userId' | 'amount' | 'part' | 'signedText' | 'signature'> &
    ({ readonly betId: string } | { readonly comboId: string }),
  placedAt: Date,
): SentCashOut {
  const { userId, amount, part, signedText, signature } = signed;
  return {
    id: randomId('s_'),
    betId: 'betId' in signed ? signed.betId : null,
    comboId: 'comboId' in signed ? signed.comboId : null,
    ...{ userId, amount, part, signedText, signature, placedAt },
    signedHash: signedHashOf(signedText, signature),
  };
}

/** Of a part: its stake, and the open stake that was signed. Null: all that is open. */
export const PART = col.object({ stake: col.usdc, openStake: col.usdc }).orNull;
/** The same of a row `o` of cash_out_orders. */
export const partOf = sql`case when o.stake is not null then json_build_object('stake', o.stake::text, 'openStake', o.open_stake::text) end
  as part`;

/** The part `ordered` of a statement with `pinned`, which stores what was sent. */
export const ordered = (order: SentCashOut & { decideAt: Date | null }): SQL => sql`ordered as (
  insert into cash_out_orders (id, bet_id, combo_id, user_id, amount, stake, open_stake, signed_text, signature, signed_hash, placed_at, decide_at, epoch)
  values (${order.id}, ${order.betId}, ${order.comboId}, ${order.userId}, ${order.amount.toString()}::bigint,
    ${order.part?.stake.toString() ?? null}::bigint, ${order.part?.openStake.toString() ?? null}::bigint, ${order.signedText},
    decode(${order.signature}, 'hex'), decode(${order.signedHash}, 'hex'), ${order.placedAt.toISOString()}::timestamptz,
    ${order.decideAt?.toISOString() ?? null}::timestamptz, ${pinnedEpoch})
  returning id, bet_id, combo_id, decide_at)`;

/** Why a cash-out that waited paid nothing. */
export interface CashOutFailure {
  readonly code: string;
  readonly message: Message;
}

export const failure = (code: NoCashOut | 'changed' | 'game-began'): CashOutFailure => ({
  code,
  message: say(`cash-out-${code}`),
});

/** @param amount what it is worth, less than what was signed, micro-USDC */
export const worthLess = (amount: MicroUsdc): CashOutFailure => ({
  code: 'odds-changed',
  message: say('cash-out-fell', { amount: usdcToNumber(amount) }),
});

/** A cash-out that waited, and how it ends. */
export interface EndedCashOut {
  readonly order: Pick<SentCashOut, 'id' | 'userId'> & { readonly reachedAt?: Date | null };
  /** It was paid or cancelled, or why nothing was paid. */
  readonly how: 'filled' | 'cancelled' | CashOutFailure;
}

/** Ends a cash-out that waited. @throws Error if it was paid, but had ended before */
export const endCashOutOrder = (
  tx: Tx,
  order: EndedCashOut['order'],
  how: EndedCashOut['how'],
): Promise<void> => endCashOutOrders(tx, [{ order, how }]);

/** Ends cash-outs that waited. @throws Error if one of them was paid, but had ended before */
export async function endCashOutOrders(tx: Tx, ended: readonly EndedCashOut[]): Promise<void> {
  if (ended.length === 0) return;
  const given = ended.map(({ order, how }) => {
    const [kind, failure] = typeof how === 'string' ? [how, null] : ['failed', how];
    return {
      id: order.id,
      user_id: order.userId,
      kind,
      code: failure?.code ?? null,
      reason: failure?.message ?? null,
      reached_at: (kind === 'filled' && order.reachedAt?.toISOString()) || null,
    };
  });
  const isAmong = sql`order_id in (select json_array_elements_text(${JSON.stringify(given.map(({ id }) => id))}::json))`;
  const gone = await values(
    tx,
    col.text,
    sql`
      with ${pinned()}, decided as (
        delete from open_cash_out_orders where ${isAmong} returning order_id
      ), combo as (
        delete from open_combo_cash_outs where ${isAmong} returning order_id
      ), automatic as (
        delete from open_automatic_cash_outs where ${isAmong} returning order_id
      )
      insert into cash_out_order_ends (order_id, user_id, kind, code, reason, reached_at, ended_at, epoch)
      select g.id, g.user_id, g.kind, g.code, g.reason, g.reached_at, date_trunc('milliseconds', clock_timestamp()),
        ${pinnedEpoch}
      from json_to_recordset(${JSON.stringify(given)}::json) as g(
        id text, user_id text, kind text, code text, reason jsonb, reached_at timestamptz)
      where g.id in (
        select order_id from decided union select order_id from combo union select order_id from automatic)
      returning order_id`,
  );
  // It was given up while its payment took too long: without this the bettor would be told that nothing was paid.
  const lost = ended.find(({ order, how }) => how === 'filled' && !gone.includes(order.id));
  if (lost !== undefined) throw new Error(`cash-out ${lost.order.id} has ended meanwhile`);
}

import { randomBytes } from 'node:crypto';
import type { NoCashOut } from '@tallystone/core/betting/decide-cash-out';
import { encodeId } from '@tallystone/core/ids';
import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { say } from '@tallystone/core/sentences/say';
import type { Message } from '@tallystone/core/sentences/sentence';
import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';
import { pinned, pinnedEpoch } from '../db/epochs.ts';
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
    id: encodeId('s_', randomBytes(13)),
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

/**
 * Ends a cash-out that waited.
 *
 * @param how it was paid or cancelled, or why nothing was paid
 * @throws Error if it was paid, but had ended before
 */
export async function endCashOutOrder(
  tx: Tx,
  order: Pick<SentCashOut, 'id' | 'userId'> & { readonly reachedAt?: Date | null },
  how: 'filled' | 'cancelled' | CashOutFailure,
): Promise<void> {
  const [kind, failure] = typeof how === 'string' ? [how, null] : ['failed', how];
  const reason = failure === null ? null : JSON.stringify(failure.message);
  const reachedAt = (kind === 'filled' && order.reachedAt?.toISOString()) || null;
  const ended = await values(
    tx,
    col.text,
    sql`
      with ${pinned()}, decided as (
        delete from open_cash_out_orders where order_id = ${order.id} returning order_id
      ), combo as (
        delete from open_combo_cash_outs where order_id = ${order.id} returning order_id
      ), automatic as (
        delete from open_automatic_cash_outs where order_id = ${order.id} returning order_id
      )
      insert into cash_out_order_ends (order_id, user_id, kind, code, reason, reached_at, ended_at, epoch)
      select order_id, ${order.userId}, ${kind}, ${failure?.code ?? null}, ${reason}::jsonb, ${reachedAt}::timestamptz,
        date_trunc('milliseconds', clock_timestamp()), ${pinnedEpoch}
      from (
        select order_id from decided union select order_id from combo union select order_id from automatic) gone
      returning order_id`,
  );
  // It was given up while its payment took too long: without this the bettor would be told that nothing was paid.
  if (how === 'filled' && ended.length === 0) throw new Error(`cash-out ${order.id} has ended meanwhile`);
}

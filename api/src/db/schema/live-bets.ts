import { sql } from 'drizzle-orm';
import { check, foreignKey, index, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { chainCalls } from './chain.ts';
import { betColumns, bytes, changedIn, isOneOf, moment, ref, refNumber, whole } from './columns.ts';
import { entries } from './ledger.ts';
import { outcomes } from './markets.ts';
import { users } from './users.ts';

/**
 * Bets with real stakes as they were accepted, and their results. A confirmed bet is also in `bets` under the same id: its row
 * there is written once the stake is final on the chain.
 */
export const liveBets = pgTable(
  'live_bets',
  {
    id: text().primaryKey(),
    ...betColumns(),
    userId: ref('user_id', () => users.id).notNull(),
    quoteId: text('quote_id').notNull(),
    /** The stake's authorization can't be used from then on. */
    deadline: moment('deadline').notNull(),
    /** Our acceptance is valid before this time. */
    acceptedUntil: moment('accepted_until').notNull(),
    /** See core/escrow/escrow-bet.ts: the nonce of the authorization. */
    betHash: bytes('bet_hash').notNull(),
    /** The bettor's signature that moves the stake: r, s and v. */
    stakeAuthorization: bytes('stake_authorization').notNull(),
    /** The house's signature: r, s and v. */
    acceptance: bytes('acceptance').notNull(),
    /** The amounts that the odds were based on: micro-USDC per outcome as text, in the market's order. */
    pricedOn: jsonb('priced_on').$type<string[]>().notNull(),
    holdEntryId: refNumber('hold_entry_id', () => entries.id).notNull(),
    /** The call that carries it to the chain. */
    placeCallId: refNumber('place_call_id', () => chainCalls.id),
    state: text({ enum: ['pending', 'confirmed', 'failed'] })
      .notNull()
      .default('pending'),
    /** Why it failed: core/escrow/escrow-abi.ts. */
    failure: text(),
    /** The transaction that placed it, while it is included and once it is final. */
    txHash: bytes('tx_hash'),
    blockNumber: whole('block_number'),
    decidedAt: moment('decided_at'),
    /** The market's version that its confirmation or its failure made. */
    decidedVersion: whole('decided_version'),
    changedIn: changedIn(),
  },
  (t) => [
    foreignKey({ columns: [t.marketId, t.outcomeId], foreignColumns: [outcomes.marketId, outcomes.id] }),
    unique('live_bets_seq').on(t.seq),
    unique('live_bets_hold').on(t.holdEntryId),
    unique('live_bets_version').on(t.marketId, t.marketVersion),
    unique('live_bets_quote').on(t.userId, t.quoteId),
    unique('live_bets_key').on(t.userId, t.idempotencyKey),
    unique('live_bets_hash').on(t.betHash),
    index('live_bets_pending').on(t.seq).where(sql`${t.state} = 'pending'`),
    index('live_bets_pending_on').on(t.marketId).where(sql`${t.state} = 'pending'`),
    index('live_bets_signed_text').on(t.userId, t.signedHash),
    index('live_bets_of_user').on(t.userId, t.seq),
    index('live_bets_day').on(t.userId, t.placedAt, t.stake),
    index('live_bets_failed').on(t.userId, t.decidedAt).where(sql`${t.state} = 'failed'`),
    index('live_bets_changed').on(t.changedIn),
    index('live_bets_epoch').on(t.epoch),
    index('live_bets_call').on(t.placeCallId),
    check('live_bets_stake', sql`${t.stake} > 0`),
    check('live_bets_payout', sql`${t.payout}::numeric * 1000000 = ${t.stake}::numeric * ${t.odds}`),
    check(
      'live_bets_in_time',
      sql`${t.placedAt} < ${t.acceptedUntil} and ${t.acceptedUntil} <= ${t.closesAt} and ${t.acceptedUntil} <= ${t.deadline}`,
    ),
    check('live_bets_fresh_price', sql`${t.placedAt} <= ${t.pricedAt} + interval '10 minutes'`),
    check(
      'live_bets_signed',
      sql`octet_length(${t.betHash}) = 32 and octet_length(${t.stakeAuthorization}) = 65 and octet_length(${t.acceptance}) = 65`,
    ),
    check('live_bets_state', isOneOf(t.state)),
    check(
      'live_bets_decided',
      sql`(${t.state} = 'pending') = (${t.decidedAt} is null) and (${t.state} = 'pending') = (${t.decidedVersion} is null)`,
    ),
    check('live_bets_failure', sql`(${t.state} = 'failed') = (${t.failure} is not null)`),
    check(
      'live_bets_confirmed',
      sql`${t.state} <> 'confirmed' or (${t.txHash} is not null and ${t.blockNumber} is not null)`,
    ),
  ],
);

import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import {
  bytes,
  changedIn,
  epoch,
  isOneOf,
  micro,
  moment,
  ofChain,
  ref,
  refNumber,
  whole,
} from './columns.ts';
import { entries } from './ledger.ts';
import { markets } from './markets.ts';
import { users } from './users.ts';

/** Calls to send to the chain, each once. Written in the transaction that makes them necessary. */
export const chainCalls = pgTable(
  'chain_calls',
  {
    id: whole('id').primaryKey().generatedAlwaysAsIdentity(),
    /** Names the call's purpose. A second call with the same key is ignored. */
    key: text().notNull().unique('chain_calls_key'),
    role: text({ enum: ['relayer', 'risk-manager', 'resolver', 'finaliser', 'guardian'] }).notNull(),
    data: bytes('data').notNull(),
    gas: micro('gas').notNull(),
    queuedAt: moment('queued_at').notNull().default(sql`clock_timestamp()`),
    /** The account that signed it, and the nonce; null until it is signed. */
    signer: bytes('signer'),
    nonce: whole('nonce'),
    state: text({ enum: ['queued', 'sent', 'included', 'final', 'reverted', 'dropped'] })
      .notNull()
      .default('queued'),
    txHash: bytes('tx_hash'),
    blockNumber: whole('block_number'),
    finalAt: moment('final_at'),
    changedIn: changedIn(),
  },
  (t) => [
    uniqueIndex('chain_calls_nonce').on(t.signer, t.nonce).where(sql`${t.nonce} is not null`),
    index('chain_calls_under_way').on(t.id).where(sql`${t.state} in ('queued', 'sent', 'included')`),
    check('chain_calls_role', isOneOf(t.role)),
    check('chain_calls_state', isOneOf(t.state)),
    check('chain_calls_signed', sql`(${t.signer} is null) = (${t.nonce} is null)`),
  ],
);

/** Every transaction that was ever signed. Written before it is broadcast. */
export const chainTransactions = pgTable(
  'chain_transactions',
  {
    signer: bytes('signer').notNull(),
    nonce: whole('nonce').notNull(),
    /** From 1: a replacement keeps the nonce. */
    attempt: integer().notNull(),
    /** Null for a transaction that only uses its nonce up. */
    callId: refNumber('call_id', () => chainCalls.id),
    raw: bytes('raw').notNull(),
    hash: bytes('hash').notNull(),
    /** Wei per unit of gas. */
    maxFee: micro('max_fee').notNull(),
    signedAt: moment('signed_at').notNull().default(sql`clock_timestamp()`),
    broadcastAt: moment('broadcast_at'),
  },
  (t) => [
    primaryKey({ columns: [t.signer, t.nonce, t.attempt] }),
    unique('chain_transactions_hash').on(t.hash),
    index('chain_transactions_call').on(t.callId),
  ],
);

/** Events of the escrow and its token in finalized blocks. Only inserted. */
export const chainEvents = pgTable(
  'chain_events',
  {
    blockNumber: whole('block_number').notNull(),
    logIndex: integer('log_index').notNull(),
    blockHash: bytes('block_hash').notNull(),
    txHash: bytes('tx_hash').notNull(),
    name: text().notNull(),
    /** Numbers as decimal text. */
    args: jsonb().$type<Record<string, string>>().notNull(),
    blockAt: moment('block_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.blockNumber, t.logIndex] }),
    index('chain_events_transaction').on(t.txHash),
    index('chain_events_bet').on(sql`(${t.args} ->> 'betId')`),
    index('chain_events_roles').on(t.blockNumber, t.logIndex).where(sql`${t.name} = 'RoleTaken'`),
  ],
);

/**
 * The new places of events after the books rejoined a chain with another history: the same transaction in another block. The
 * rows of chain_events stay as they were first read; see `eventsOnChain`.
 */
export const chainMoved = pgTable(
  'chain_moved',
  {
    /** The key in chain_events. */
    blockNumber: whole('block_number').notNull(),
    logIndex: integer('log_index').notNull(),
    toBlock: whole('to_block').notNull(),
    toIndex: integer('to_index').notNull(),
    blockHash: bytes('block_hash').notNull(),
    /** The current arguments: the end of objections depends on the block's time. */
    args: jsonb().$type<Record<string, string>>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.blockNumber, t.logIndex] }),
    foreignKey({
      name: 'chain_moved_event',
      columns: [t.blockNumber, t.logIndex],
      foreignColumns: [chainEvents.blockNumber, chainEvents.logIndex],
    }),
  ],
);

/** How far the chain was followed, in one row. Written together with what was applied. */
export const chainCursor = pgTable(
  'chain_cursor',
  {
    /** Always true: there is one row. */
    id: boolean().primaryKey().default(true),
    chainId: whole('chain_id').notNull(),
    escrow: bytes('escrow').notNull(),
    /** The last finalized block that was applied. */
    blockNumber: whole('block_number').notNull(),
    blockHash: bytes('block_hash').notNull(),
    blockAt: moment('block_at').notNull(),
    /** When the books were last compared with the chain, and the escrow's balance then. */
    reconciledAt: moment('reconciled_at'),
    chainBalance: ofChain('chain_balance'),
    /**
     * The hash that the chain has instead of the final `block_hash`; null if the chain has `block_hash`. Nothing is booked until
     * the chain has it again or the books rejoin the chain.
     */
    replacedBy: bytes('replaced_by'),
    /** Another alert that stops betting: a kind of chain/chain-alert.ts and one sentence; null if there is none. */
    alertKind: text('alert_kind'),
    alert: text(),
    alertedAt: moment('alerted_at'),
  },
  (t) => [
    check('chain_cursor_one', sql`${t.id}`),
    check(
      'chain_cursor_alert',
      sql`(${t.alert} is null) = (${t.alertedAt} is null) and (${t.alert} is null) = (${t.alertKind} is null)`,
    ),
  ],
);

/**
 * What left the escrow on the chain, with its event. The books follow once their accounts cover it: anyone may trigger a
 * payout on the chain before the books have paid the market.
 */
export const chainOutflows = pgTable(
  'chain_outflows',
  {
    blockNumber: whole('block_number').notNull(),
    logIndex: integer('log_index').notNull(),
    /** The user who was paid; null for the house. */
    userId: ref('user_id', () => users.id),
    /** The bet that was paid; null for claims of money set aside, and for the house. */
    betId: text('bet_id'),
    amount: ofChain('amount').notNull(),
    /** Null until it is booked. */
    entryId: refNumber('entry_id', () => entries.id),
  },
  (t) => [
    primaryKey({ columns: [t.blockNumber, t.logIndex] }),
    foreignKey({
      name: 'chain_outflows_event',
      columns: [t.blockNumber, t.logIndex],
      foreignColumns: [chainEvents.blockNumber, chainEvents.logIndex],
    }),
    unique('chain_outflows_entry').on(t.entryId),
    unique('chain_outflows_bet').on(t.betId),
    index('chain_outflows_unbooked').on(t.blockNumber, t.logIndex).where(sql`${t.entryId} is null`),
    check('chain_outflows_amount', sql`${t.amount} > 0`),
    check('chain_outflows_owner', sql`${t.betId} is null or ${t.userId} is not null`),
  ],
);

/**
 * Events of final blocks that couldn't be applied to the books, and later events of the same market that wait for them. The
 * cursor is past them; see chain/apply-logs.ts. A row is deleted once its event is applied, which the audit records.
 */
export const chainUnapplied = pgTable(
  'chain_unapplied',
  {
    blockNumber: whole('block_number').notNull(),
    logIndex: integer('log_index').notNull(),
    /** The market, which takes no bets until then; null if the event isn't about one of our markets. */
    marketId: ref('market_id', () => markets.id),
    /** USDC that came into the escrow with it, negative if it left; no account has it yet. */
    amount: ofChain('amount').notNull(),
    /** Why it couldn't be applied. */
    problem: text().notNull(),
    notedAt: moment('noted_at').notNull().default(sql`clock_timestamp()`),
  },
  (t) => [
    primaryKey({ columns: [t.blockNumber, t.logIndex] }),
    foreignKey({
      name: 'chain_unapplied_event',
      columns: [t.blockNumber, t.logIndex],
      foreignColumns: [chainEvents.blockNumber, chainEvents.logIndex],
    }),
    index('chain_unapplied_market').on(t.marketId),
  ],
);

/**
 * The contract's payment for each bet that the books have paid, and its state. `set-aside`: the token refused the wallet;
 * `claimed`: the wallet was paid later.
 */
export const chainPayouts = pgTable(
  'chain_payouts',
  {
    betId: text('bet_id').primaryKey(),
    marketId: ref('market_id', () => markets.id).notNull(),
    userId: ref('user_id', () => users.id).notNull(),
    amount: micro('amount').notNull(),
    state: text({ enum: ['due', 'sent', 'paid', 'set-aside', 'claimed'] })
      .notNull()
      .default('due'),
    /** The call that pays it; once it is paid, the last one. */
    callKey: text('call_key'),
    /** How many calls for it have failed. */
    tries: integer().notNull().default(0),
    /** The transaction that paid it, set it aside, or paid what was set aside. */
    txHash: bytes('tx_hash'),
    blockNumber: whole('block_number'),
    changedIn: changedIn(),
    epoch: epoch(),
  },
  (t) => [
    index('chain_payouts_due').on(t.betId).where(sql`${t.state} in ('due', 'sent')`),
    index('chain_payouts_call').on(t.callKey).where(sql`${t.state} = 'sent'`),
    index('chain_payouts_set_aside').on(t.userId).where(sql`${t.state} = 'set-aside'`),
    check('chain_payouts_amount', sql`${t.amount} > 0`),
    check('chain_payouts_state', isOneOf(t.state)),
    check('chain_payouts_sent', sql`${t.state} <> 'sent' or ${t.callKey} is not null`),
    check(
      'chain_payouts_done',
      sql`(${t.state} in ('due', 'sent')) = (${t.txHash} is null) and (${t.txHash} is null) = (${t.blockNumber} is null)`,
    ),
  ],
);

/** The state of markets on the chain. */
export const chainMarkets = pgTable(
  'chain_markets',
  {
    marketId: ref('market_id', () => markets.id).primaryKey(),
    state: text({ enum: ['opening', 'open', 'refused', 'proposed', 'resolved', 'void'] }).notNull(),
    rulesHash: bytes('rules_hash').notNull(),
    maxHouseLoss: ofChain('max_house_loss').notNull(),
    maxOdds: ofChain('max_odds').notNull(),
    closeAt: moment('close_at').notNull(),
    objectionEndsAt: moment('objection_ends_at'),
    /** The number of the outcome that was proposed or has won; 255 for none. */
    result: smallint(),
    /** Hash of the evidence of the proposal on the chain: see core/escrow/evidence-hash.ts. */
    evidenceHash: bytes('evidence_hash'),
    /** Its call that is under way; null if there is none. One at a time. */
    callKey: text('call_key'),
    /** How many calls were made; the number goes into the next call's key. */
    calls: integer().notNull().default(0),
    /** How many calls in a row failed, and until when no call is made. */
    tries: integer().notNull().default(0),
    restsUntil: moment('rests_until'),
    changedIn: changedIn(),
  },
  (t) => [check('chain_markets_state', isOneOf(t.state))],
);

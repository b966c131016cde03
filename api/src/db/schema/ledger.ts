import { sql } from 'drizzle-orm';
import { check, index, pgTable, smallint, text, unique } from 'drizzle-orm/pg-core';
import { audit } from './audit.ts';
import { bytes, epoch, micro, moment, ref, refNumber, transactionId, whole } from './columns.ts';
import { markets } from './markets.ts';
import { users } from './users.ts';

export const accounts = pgTable(
  'accounts',
  {
    id: whole('id').primaryKey().generatedAlwaysAsIdentity(),
    kind: text({
      enum: ['user', 'escrow', 'combos', 'orders', 'pool', 'fees', 'faucet', 'outside'],
    }).notNull(),
    userId: ref('user_id', () => users.id),
    marketId: ref('market_id', () => markets.id),
    /** Always the sum of the account's postings; of the pool's together with its slices. */
    balance: micro('balance').notNull().default(sql`0`),
    /** Only servers of 0.1.0 read it. */
    changedIn: transactionId('changed_in'),
    epoch: epoch(),
  },
  // None has the balance or the epoch: a change of these writes no index, which would cost more than all else of a payment.
  (t) => [
    index('accounts_changed').on(t.changedIn).where(sql`${t.changedIn} is not null`),
    unique('accounts_owner').on(t.kind, t.userId, t.marketId).nullsNotDistinct(),
    check('accounts_user', sql`(${t.kind} = 'user') = (${t.userId} is not null)`),
    check('accounts_escrow', sql`(${t.kind} = 'escrow') = (${t.marketId} is not null)`),
    // Money enters the books only through these two accounts, so only they may be negative.
    check('accounts_balance', sql`${t.balance} >= 0 or ${t.kind} in ('faucet', 'outside')`),
    index('accounts_of_user').on(t.userId),
    index('accounts_of_market').on(t.marketId),
  ],
);

/**
 * Parts of the pool's balance, from which pending bets are held: bets on other markets don't wait for each other. A database that
 * 0.1.0 has used has none, because 0.1.0 only knows the pool's row.
 */
export const poolSlices = pgTable(
  'pool_slices',
  { slot: smallint().primaryKey(), balance: micro('balance').notNull().default(sql`0`) },
  (t) => [check('pool_slices_balance', sql`${t.balance} >= 0`)],
);

export const entries = pgTable('entries', {
  id: whole('id').primaryKey().generatedAlwaysAsIdentity(),
  kind: text({
    enum: [
      'pool-funding',
      'faucet-grant',
      'market-open',
      'market-withdrawal',
      'market-top-up',
      'bet',
      'cash-out',
      'refund',
      'settlement',
      'market-remainder',
      'combo',
      'combo-end',
      'order',
      'order-end',
      'hold',
      'hold-release',
      'stake-received',
      'payout-sent',
      'house-deposit',
      'house-withdrawal',
    ],
  }).notNull(),
  /** Names the entry's purpose. A second entry with the same key is refused. */
  key: text().notNull().unique('entries_key'),
  recordedAt: moment('recorded_at').notNull().default(sql`clock_timestamp()`),
});

export const postings = pgTable(
  'postings',
  {
    /** Their order. No index has it, since postings are only found by their entry and their accounts. */
    id: whole('id').notNull().generatedAlwaysAsIdentity(),
    // A trigger checks once per statement that the entry and the accounts exist.
    entryId: whole('entry_id').notNull(),
    fromAccount: whole('from_account').notNull(),
    toAccount: whole('to_account').notNull(),
    amount: micro('amount').notNull(),
  },
  (t) => [
    index('postings_entry').on(t.entryId),
    index('postings_from').on(t.fromAccount),
    index('postings_to').on(t.toAccount),
    check('postings_amount', sql`${t.amount} > 0`),
    check('postings_accounts', sql`${t.fromAccount} <> ${t.toAccount}`),
  ],
);

/** Ranges of entries whose Merkle root is in the audit chain. Only inserted. */
export const seals = pgTable(
  'seals',
  {
    id: whole('id').primaryKey(),
    firstEntry: whole('first_entry').notNull(),
    lastEntry: whole('last_entry').notNull(),
    /** The number of leaves in the tree, see ledger/seal-leaves.ts. */
    leaves: whole('leaves').notNull(),
    root: bytes('root').notNull(),
    auditId: refNumber('audit_id', () => audit.id).notNull(),
  },
  (t) => [unique('seals_last').on(t.lastEntry), check('seals_range', sql`${t.lastEntry} >= ${t.firstEntry}`)],
);

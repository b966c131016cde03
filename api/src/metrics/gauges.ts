import type { BettingReason } from '@tallystone/core/http-api/health';
import type { ChainFigures } from '../chain/chain-figures.ts';
import type { NotReady } from '../http/readiness.ts';
import type { CheckedInvariant } from '../ledger/watch-books.ts';
import type { BooksFigures } from './read-books-figures.ts';

/** The state of a server at one moment, from which its gauges are computed. */
export interface Snapshot {
  /** Why it doesn't serve; null: it serves. */
  readonly notReady: NotReady | null;
  readonly reasons: readonly BettingReason[];
  readonly betsWaiting: number;
  /** The pool of database connections; null on the embedded engine. */
  readonly connections: { readonly busy: number; readonly idle: number; readonly waiting: number } | null;
  readonly stream: { readonly readers: number; readonly stuckSeconds: number };
  readonly invariants: readonly CheckedInvariant[];
  /** What only the database knows; null if it can't be read. */
  readonly books: BooksFigures | null;
  /** Seconds since the feed last answered or sent anything; null if it never did. */
  readonly feedAgeSeconds: number | null;
  /** Null in a demo. */
  readonly chain: ChainFigures | null;
}

/** One value of a gauge, with the values of its labels. */
interface Reading {
  readonly value: number;
  readonly labels?: Readonly<Record<string, string>>;
}

export interface GaugeKind {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
  /** Empty if the figure isn't known now. */
  of(snapshot: Snapshot): readonly Reading[];
}

/** While the server starts. */
export const STARTING: Snapshot = {
  notReady: { kind: 'starting', sentence: 'The server is starting.', cause: undefined },
  reasons: [],
  betsWaiting: 0,
  connections: null,
  stream: { readers: 0, stuckSeconds: 0 },
  invariants: [],
  books: null,
  feedAgeSeconds: null,
  chain: null,
};

const CAUSES = ['starting', 'stopping', 'away', 'busy', 'full', 'unwritable'] as const;

const one = (value: number | null | undefined): Reading[] =>
  value === null || value === undefined ? [] : [{ value }];

/** Every gauge of a server, each computed from the same snapshot. */
export const GAUGES: readonly GaugeKind[] = [
  {
    name: 'tallystone_ready',
    help: '1 if this process serves, as /api/health/ready says.',
    of: ({ notReady }) => one(notReady === null ? 1 : 0),
  },
  {
    name: 'tallystone_not_ready',
    help: '1 for the reason for which this process does not serve.',
    labels: ['cause'],
    of: ({ notReady }) =>
      CAUSES.map((cause) => ({ value: notReady?.kind === cause ? 1 : 0, labels: { cause } })),
  },
  {
    name: 'tallystone_betting_reasons',
    help: 'Why bets are not taken, or soon may not be, as /api/health/betting says.',
    labels: ['kind', 'stops'],
    of: ({ reasons }) => countBy(reasons.map(({ kind, stops }) => ({ kind, stops }))),
  },
  {
    name: 'tallystone_bets_waiting',
    help: 'Bets in the queue of this process.',
    of: ({ betsWaiting }) => one(betsWaiting),
  },
  {
    name: 'tallystone_database_connections',
    help: 'Connections of this process to the database; waiting: queries that wait for one.',
    labels: ['state'],
    of: ({ connections }) =>
      Object.entries(connections ?? {}).map(([state, value]) => ({ value, labels: { state } })),
  },
  {
    name: 'tallystone_database_sync_standbys',
    help: 'Connected standbys that have all acknowledged work; absent if the database does not show them.',
    of: ({ books }) => one(books?.syncStandbys),
  },
  {
    name: 'tallystone_stream_readers',
    help: 'Open streams of this process.',
    of: ({ stream }) => one(stream.readers),
  },
  {
    name: 'tallystone_stream_stuck_seconds',
    help: 'How long readers have waited for a round of the stream; 0 while rounds succeed.',
    of: ({ stream }) => one(stream.stuckSeconds),
  },
  {
    name: 'tallystone_invariant_broken',
    help: '1 if the last check of the books found this invariant broken.',
    labels: ['invariant'],
    of: ({ invariants }) =>
      // Several promises may have one number, which is broken if one of them is.
      [...new Set(invariants.filter(({ checkedAt }) => checkedAt !== null).map(({ number }) => number))].map(
        (number) => ({
          value: invariants.some((each) => each.number === number && !each.holds) ? 1 : 0,
          labels: { invariant: String(number) },
        }),
      ),
  },
  {
    name: 'tallystone_invariants_checked_timestamp_seconds',
    help: 'When this process last checked the books, in Unix time.',
    of: ({ invariants }) => one(invariants[0]?.checkedAt && invariants[0].checkedAt.getTime() / 1000),
  },
  {
    name: 'tallystone_seal_lag_seconds',
    help: 'Age of the oldest entry that no seal covers.',
    of: ({ books }) => one(books?.sealLagSeconds),
  },
  {
    name: 'tallystone_clock_skew_seconds',
    help: "By how much this machine's clock is ahead of the database's, as far as it is certain.",
    of: ({ books }) => one(books?.clockSkewSeconds),
  },
  {
    name: 'tallystone_markets_to_settle',
    help: 'Markets whose result is due to be paid and whose bets are not all paid.',
    of: ({ books }) => one(books?.paying?.markets),
  },
  {
    name: 'tallystone_settlement_oldest_seconds',
    help: 'How long the oldest of these markets has been due; 0 without one.',
    of: ({ books }) => one(books?.paying?.oldestSeconds),
  },
  {
    name: 'tallystone_settlement_unpaid_usdc',
    help: 'What the escrow accounts of these markets still hold, for winners and the house.',
    of: ({ books }) => one(books?.paying?.unpaidUsdc),
  },
  {
    name: 'tallystone_orders_waiting',
    help: 'Bets in play that wait for their delay, or to be decided.',
    of: ({ books }) => one(books?.ordersWaiting),
  },
  {
    name: 'tallystone_combos_open',
    help: 'Combos that have not ended.',
    of: ({ books }) => one(books?.combos?.open),
  },
  {
    name: 'tallystone_combos_held_usdc',
    help: 'What is kept for them: the full return of each.',
    of: ({ books }) => one(books?.combos?.heldUsdc),
  },
  {
    name: 'tallystone_combo_budget_used_ratio',
    help: 'The share of the combo budget that the house has added to them; absent without a budget.',
    of: ({ books }) => one(books?.combos?.budgetUsed),
  },
  {
    name: 'tallystone_feed_markets',
    help: 'Open markets of the feed; stale: they take no bets because their odds are too old.',
    labels: ['state'],
    of: ({ books }) =>
      books?.feedMarkets
        ? [
            { value: books.feedMarkets.all - books.feedMarkets.stale, labels: { state: 'fresh' } },
            { value: books.feedMarkets.stale, labels: { state: 'stale' } },
          ]
        : [],
  },
  {
    name: 'tallystone_feed_age_seconds',
    help: 'Time since the feed last answered or sent anything.',
    of: ({ feedAgeSeconds }) => one(feedAgeSeconds),
  },
  {
    name: 'tallystone_chain_alert',
    help: '1 for the alert of the chain that stops bets; the kinds are those of docs/live-mode.md.',
    labels: ['kind'],
    of: ({ chain }) => (chain?.alert ? [{ value: 1, labels: { kind: chain.alert } }] : []),
  },
  {
    name: 'tallystone_chain_unread_seconds',
    help: 'Time since the books were last found equal to the chain.',
    of: ({ chain }) => one(chain?.unreadSeconds),
  },
  {
    name: 'tallystone_chain_node_silent_seconds',
    help: 'Time since a node of the chain last answered this process; nodes are numbered as in CHAIN_RPC_URLS.',
    labels: ['node'],
    of: ({ chain }) =>
      (chain?.nodesSilentSeconds ?? []).map((value, place) => ({
        value,
        labels: { node: String(place + 1) },
      })),
  },
  ofAccounts('tallystone_relayer_nonce', 'Transactions of an account that are in blocks.', 'nonce'),
  ofAccounts('tallystone_account_balance_pol', 'What an account has for gas, in POL.', 'balancePol'),
  ofAccounts(
    'tallystone_account_transactions_left',
    'How many of its largest transactions an account can pay at current fees.',
    'transactionsLeft',
  ),
  {
    name: 'tallystone_gas_price_gwei',
    help: 'What a transaction offers at most for a unit of gas, in gwei.',
    of: ({ chain }) => one(chain?.gasPriceGwei),
  },
];

function ofAccounts(
  name: string,
  help: string,
  field: 'nonce' | 'balancePol' | 'transactionsLeft',
): GaugeKind {
  return {
    name,
    help,
    labels: ['account'],
    of: ({ chain }) =>
      (chain?.accounts ?? []).map((account) => ({
        value: account[field],
        labels: { account: account.roles.join('+') },
      })),
  };
}

function countBy(found: readonly Readonly<Record<string, string>>[]): Reading[] {
  const counts = new Map<string, { value: number; labels: Readonly<Record<string, string>> }>();
  for (const labels of found) {
    const key = Object.values(labels).join(' ');
    const known = counts.get(key);
    counts.set(key, { value: (known?.value ?? 0) + 1, labels });
  }
  return [...counts.values()];
}

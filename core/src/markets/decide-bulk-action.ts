import type { BulkAction } from '../http-api/admin-markets.ts';
import { type MicroUsdc, microUsdc, ZERO_USDC } from '../money/micro-usdc.ts';
import { ARCHIVABLE, hasEnded, stateAt } from './lifecycle.ts';
import type { MarketState } from './market-state.ts';
import { type FeedHalt, suspensionOf } from './suspension.ts';

/** What the decision on an admin's action needs to know of a market that is under lock. */
export interface ManagedMarket {
  /** As it is stored. */
  readonly state: MarketState;
  readonly pricing: 'lmsr' | 'feed';
  readonly disabled: boolean;
  readonly feedHalt: FeedHalt | null;
  /** In live mode: the contract does not know it yet. */
  readonly opening?: boolean;
  readonly isArchived: boolean;
  readonly hasBets: boolean;
  readonly closesAt: Date;
  /** micro-USDC. */
  readonly lossBudget: MicroUsdc;
  /** What of it lies in escrow, micro-USDC. */
  readonly funded: MicroUsdc;
}

/** What an action makes of a market. */
export interface BulkChange {
  readonly kind: 'do';
  readonly disabled: boolean;
  readonly isArchived: boolean;
  readonly isDeleted: boolean;
  /** Whether betting on it ends now. */
  readonly isClosed: boolean;
  /** What moves from the pool into the escrow, or back where it is negative, micro-USDC. */
  readonly funding: bigint;
  /** What the admin should know of it, one plain sentence. */
  readonly note: string | null;
}

export type BulkDecision =
  | BulkChange
  /** One plain sentence. */
  | { readonly kind: 'skip'; readonly reason: string };

const WAITS_FOR_PAYMENTS = 'Its result is under way: it can be put away once everybody is paid.';

/**
 * Whether an admin's action can be done to a market, and what it makes of it.
 *
 * @param pool what the house pool holds now, micro-USDC: a market that cannot be funded is not restored
 * @see docs/design/fixed-values.md#markets
 */
export function decideBulkAction(
  action: BulkAction,
  market: ManagedMarket,
  { now, pool }: { now: Date; pool: MicroUsdc },
): BulkDecision {
  const { disabled, isArchived } = market;
  const state = stateAt(market, now);
  const isBettingAhead = state === 'open' || state === 'suspended';
  // The remainder of a market that has ended went back with its last payment.
  const toPool = hasEnded(state) ? 0n : -market.funded;
  const skip = (reason: string): BulkDecision => ({ kind: 'skip', reason });
  const done = (change: Partial<BulkChange>): BulkDecision => ({
    kind: 'do',
    disabled,
    isArchived,
    isDeleted: false,
    isClosed: false,
    funding: 0n,
    note: null,
    ...change,
  });
  switch (action) {
    case 'enable':
      if (isArchived) return skip('It is archived: restore it first.');
      if (!isBettingAhead) return skip('Betting on it has ended.');
      return disabled ? done({ disabled: false, note: noteOf(market) }) : skip('It is enabled already.');
    case 'disable':
      if (isArchived) return skip('It is archived, so nobody can bet on it.');
      if (!isBettingAhead) return skip('Betting on it has ended.');
      return disabled ? skip('It is disabled already.') : done({ disabled: true });
    case 'close':
      if (isArchived) return skip('It is archived, so nobody can bet on it.');
      if (!isBettingAhead) return skip('Betting on it has ended.');
      if (market.pricing === 'feed') return skip('It follows a game, and closes when the game starts.');
      return done({ isClosed: true });
    case 'archive':
      if (isArchived) return skip('It is archived already.');
      if (ARCHIVABLE[state] === 'never') return skip(WAITS_FOR_PAYMENTS);
      if (ARCHIVABLE[state] === 'without-bets' && market.hasBets) {
        return skip('It has bets: it can be archived once they are settled.');
      }
      return done({ isArchived: true, funding: toPool });
    case 'restore': {
      if (!isArchived) return skip('It is not archived.');
      // It is only shown again.
      if (hasEnded(state)) return done({ isArchived: false });
      if (!isBettingAhead) return skip('It has ended.');
      // The cap of a market of the feed is put aside with its first bet.
      const funding = market.pricing === 'feed' ? ZERO_USDC : microUsdc(market.lossBudget - market.funded);
      if (funding > pool) return skip('The house pool holds too little to fund it.');
      return done({ isArchived: false, funding });
    }
    case 'delete':
      if (market.hasBets) return skip('It has bets, and what was bet is never deleted.');
      if (ARCHIVABLE[state] === 'never') return skip(WAITS_FOR_PAYMENTS);
      return done({ isArchived: true, isDeleted: true, funding: toPool });
  }
}

/** What an admin lifts is only the admins' own pause. */
function noteOf({ feedHalt, opening = false }: ManagedMarket): string | null {
  switch (suspensionOf({ disabled: false, feedHalt, chainHalt: opening ? 'opening' : null })) {
    case 'game-canceled':
      return 'It stays suspended: the game was canceled.';
    case 'game-started':
      return 'It stays suspended: the game has started.';
    case 'opening':
      return 'It stays suspended until it is open on the blockchain too.';
    case 'feed-stopped':
      return 'It stays suspended until the feed takes bets again.';
    case 'feed-stale':
      return 'It stays suspended until the feed sends fresh odds.';
    default:
      return null;
  }
}

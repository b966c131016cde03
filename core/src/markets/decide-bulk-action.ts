import type { BulkAction } from '../http-api/admin-markets.ts';
import { type MicroUsdc, microUsdc, ZERO_USDC } from '../money/micro-usdc.ts';
import { BULK } from '../sentences/bulk.ts';
import { type Message, sayOf } from '../sentences/sentence.ts';
import { ARCHIVABLE, hasEnded, stateAt } from './lifecycle.ts';
import type { MarketState } from './market-state.ts';
import { type FeedHalt, suspensionOf } from './suspension.ts';

/** The facts about a locked market that a bulk action needs. */
export interface ManagedMarket {
  /** As it is stored. */
  readonly state: MarketState;
  readonly pricing: 'lmsr' | 'feed';
  readonly disabled: boolean;
  readonly feedHalt: FeedHalt | null;
  /** In live mode: the contract doesn't know it yet. */
  readonly opening?: boolean;
  readonly isArchived: boolean;
  readonly hasBets: boolean;
  readonly closesAt: Date;
  /** micro-USDC. */
  readonly lossBudget: MicroUsdc;
  /** The part of it in escrow, micro-USDC. */
  readonly funded: MicroUsdc;
}

/** The market's state after an action. */
export interface BulkChange {
  readonly kind: 'do';
  readonly disabled: boolean;
  readonly isArchived: boolean;
  readonly isDeleted: boolean;
  /** Whether betting ends now. */
  readonly isClosed: boolean;
  /** The amount from the pool to the escrow, negative for the opposite direction; micro-USDC. */
  readonly funding: bigint;
  /** A note for the admin. */
  readonly note: Message | null;
}

export type BulkDecision = BulkChange | { readonly kind: 'skip'; readonly reason: Message };

/**
 * Decides whether a bulk action applies to a market, and its effect.
 *
 * @param pool the house pool's balance, micro-USDC: a market that can't be funded isn't restored
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
  // An ended market's remainder went back with its last payment.
  const toPool = hasEnded(state) ? 0n : -market.funded;
  const skip = (reason: Message): BulkDecision => ({ kind: 'skip', reason });
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
      if (isArchived) return skip(sayOf(BULK, 'bulk-restore-first'));
      if (!isBettingAhead) return skip(sayOf(BULK, 'bulk-betting-ended'));
      return disabled
        ? done({ disabled: false, note: noteOf(market) })
        : skip(sayOf(BULK, 'bulk-enabled-already'));
    case 'disable':
      if (isArchived) return skip(sayOf(BULK, 'bulk-is-archived'));
      if (!isBettingAhead) return skip(sayOf(BULK, 'bulk-betting-ended'));
      return disabled ? skip(sayOf(BULK, 'bulk-disabled-already')) : done({ disabled: true });
    case 'close':
      if (isArchived) return skip(sayOf(BULK, 'bulk-is-archived'));
      if (!isBettingAhead) return skip(sayOf(BULK, 'bulk-betting-ended'));
      if (market.pricing === 'feed') return skip(sayOf(BULK, 'bulk-follows-game'));
      return done({ isClosed: true });
    case 'archive':
      if (isArchived) return skip(sayOf(BULK, 'bulk-archived-already'));
      if (ARCHIVABLE[state] === 'never') return skip(sayOf(BULK, 'bulk-result-under-way'));
      if (ARCHIVABLE[state] === 'without-bets' && market.hasBets) {
        return skip(sayOf(BULK, 'bulk-has-bets'));
      }
      return done({ isArchived: true, funding: toPool });
    case 'restore': {
      if (!isArchived) return skip(sayOf(BULK, 'bulk-not-archived'));
      // An ended market only becomes visible again.
      if (hasEnded(state)) return done({ isArchived: false });
      if (!isBettingAhead) return skip(sayOf(BULK, 'bulk-has-ended'));
      // A feed market's cap is set aside with its first bet.
      const funding = market.pricing === 'feed' ? ZERO_USDC : microUsdc(market.lossBudget - market.funded);
      if (funding > pool) return skip(sayOf(BULK, 'bulk-not-funded'));
      return done({ isArchived: false, funding });
    }
    case 'delete':
      if (market.hasBets) return skip(sayOf(BULK, 'bulk-bets-never-deleted'));
      if (ARCHIVABLE[state] === 'never') return skip(sayOf(BULK, 'bulk-result-under-way'));
      return done({ isArchived: true, isDeleted: true, funding: toPool });
  }
}

/** Enabling lifts only the admins' own pause; the note names what still suspends the market. */
function noteOf({ feedHalt, opening = false }: ManagedMarket): Message | null {
  const stays = suspensionOf({ disabled: false, feedHalt, chainHalt: opening ? 'opening' : null });
  switch (stays) {
    case 'game-canceled':
    case 'game-started':
    case 'opening':
    case 'feed-stopped':
    case 'feed-stale':
      return sayOf(BULK, `stays-${stays}`);
    default:
      return null;
  }
}

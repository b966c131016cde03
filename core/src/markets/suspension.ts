import type { Suspension } from '../http-api/markets.ts';

/** Why the feed halts betting on a market that follows it. */
export type FeedHalt = 'stopped' | 'stale' | 'started' | 'canceled';

/**
 * Why the escrow contract halts betting in live mode. `opening`: the market is being opened there. `refused`: it
 * would refuse every bet, because its market differs from ours or takes no more bets. `unapplied`: it reported
 * something that the books couldn't take in.
 */
export type ChainHalt = 'opening' | 'refused' | 'unapplied';

/**
 * Why a market takes no bets, or null. A market is open only while no admin disabled or archived it and the feed has
 * no halt; neither can lift the other's halt. In live mode the contract must take bets too.
 */
export function suspensionOf(market: {
  disabled: boolean;
  feedHalt: FeedHalt | null;
  isArchived?: boolean;
  /** In live mode. */
  chainHalt?: ChainHalt | null;
}): Suspension | null {
  // Irreversible reasons come first.
  if (market.feedHalt === 'canceled') return 'game-canceled';
  if (market.feedHalt === 'started') return 'game-started';
  if (market.disabled) return 'admin';
  if (market.chainHalt === 'refused') return 'contract-refuses';
  if (market.chainHalt === 'unapplied') return 'contract-unread';
  if (market.chainHalt === 'opening') return 'opening';
  if (market.feedHalt === 'stopped') return 'feed-stopped';
  if (market.feedHalt === 'stale') return 'feed-stale';
  // Archived by an admin.
  return market.isArchived ? 'admin' : null;
}

import type { Suspension } from '../http-api/markets.ts';

/** What the feed says against betting on a market that follows it. */
export type FeedHalt = 'stopped' | 'stale' | 'started' | 'canceled';

/**
 * What the escrow contract of live mode says against betting on a market: that it is being opened there, that it would
 * refuse every bet, since it has the market otherwise than we do or takes no more bets on it, or something that the books
 * could not take in.
 */
export type ChainHalt = 'opening' | 'refused' | 'unapplied';

/**
 * Why a market takes no bets, or null when nothing stands against it. A market is open only while no admin
 * has disabled it or put it away and the feed says nothing against it; neither lifts what the other said. In live mode
 * the contract must take bets on it too.
 */
export function suspensionOf(market: {
  disabled: boolean;
  feedHalt: FeedHalt | null;
  isArchived?: boolean;
  /** In live mode. */
  chainHalt?: ChainHalt | null;
}): Suspension | null {
  // What cannot be undone comes first.
  if (market.feedHalt === 'canceled') return 'game-canceled';
  if (market.feedHalt === 'started') return 'game-started';
  if (market.disabled) return 'admin';
  if (market.chainHalt === 'refused') return 'contract-refuses';
  if (market.chainHalt === 'unapplied') return 'contract-unread';
  if (market.chainHalt === 'opening') return 'opening';
  if (market.feedHalt === 'stopped') return 'feed-stopped';
  if (market.feedHalt === 'stale') return 'feed-stale';
  // Put away by an admin.
  return market.isArchived ? 'admin' : null;
}

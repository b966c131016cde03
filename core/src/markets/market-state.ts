/**
 * Where a market stands in its life. Betting is possible only while it is `open`; a `suspended` market is shown and
 * takes no bets; in a `closed` one betting has ended; one that is `resolving` has a result, or is to be void, and
 * waits for approval, for its time, or for the last payout. Not the `timeStatus`, which is read from the clock.
 *
 * @see docs/design/books.md#the-life-of-a-market
 */
export type MarketState = 'open' | 'suspended' | 'closed' | 'resolving' | 'settled' | 'void';

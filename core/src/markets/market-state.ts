/**
 * A market's state. Bets are possible only while it is `open`. A `suspended` market is shown but takes no bets. In a
 * `closed` one betting has ended. A `resolving` one has a result, or is to be void, and waits for approval, for its
 * time, or for the last payout. Not to be confused with `timeStatus`, which comes from the clock.
 *
 * @see docs/design/books.md#the-life-of-a-market
 */
export type MarketState = 'open' | 'suspended' | 'closed' | 'resolving' | 'settled' | 'void';

/**
 * Where a market stands in its life. Betting is possible only while it is `open`; a `suspended` market
 * is shown and takes no bets. Not the `timeStatus`, which is read from the clock.
 *
 * @see design, section 7
 */
export type MarketState = 'open' | 'suspended';

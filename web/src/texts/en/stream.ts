/** The status of live prices, and messages about the user's bets that have ended. */
export const stream = {
  connecting: 'Connecting',
  live: 'Live',
  reconnecting: 'Reconnecting',
  paused: 'Paused, updated {{time}}',
  offline: 'Offline, updated {{time}}',
  tryNow: 'Try now',
  held: 'Prices are paused. Betting resumes when they are live.',
  heldCashOut: 'Prices are paused. Cash-out resumes when they are live.',
  pricesLive: 'Live prices, each valid up to the stake shown.',
  noBetsNow: 'No bets accepted now.',
} as const;

/** The bell of the header, and what is told to somebody who comes back. */
export const notices = {
  bell: 'Recent activity',
  bellNew_one: 'Recent activity, 1 new',
  bellNew_other: 'Recent activity, {{count}} new',
  away_one: 'A bet ended while you were away',
  away_other: '{{count}} bets ended while you were away',
  awayPaid: 'You were paid {{amount}} in all. Recent activity has each of them.',
  awayPaidLive: 'The contract pays {{amount}} in all to your wallet. Recent activity has each of them.',
  failedOnChain: '{{amount}} on {{outcome}} is not on the blockchain: nothing was taken.',
  awayNothingPaid: 'Nothing was paid for them. Recent activity has each of them.',
  panelMissing: 'Recent activity could not be opened',
  panelMissingWhy: 'It is kept in this browser. Check your connection, then try again.',
} as const;

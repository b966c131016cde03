/** The header's bell, and the messages that a returning user sees. */
export const notices = {
  bell: 'Recent activity',
  bellNew_one: 'Recent activity, 1 new',
  bellNew_other: 'Recent activity, {{count}} new',
  away_one: 'A bet ended while you were away',
  away_other: '{{count}} bets ended while you were away',
  awayPaid: 'You were paid {{amount}} in total. See Recent activity for each bet.',
  awayPaidLive: 'The contract pays {{amount}} in total to your wallet. See Recent activity for each bet.',
  failedOnChain: '{{amount}} on {{outcome}} is not on the blockchain: no money was taken.',
  awayNothingPaid: 'None of them was paid. See Recent activity for each bet.',
  panelMissing: 'Recent activity could not be opened',
  panelMissingWhy: 'It is saved in this browser. Check your connection and try again.',
} as const;

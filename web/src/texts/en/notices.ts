/** The header's bell, and the messages that a returning user sees. */
export const notices = {
  bell: 'Recent activity',
  bellNew_one: 'Recent activity, 1 new',
  bellNew_other: 'Recent activity, {{count}} new',
  away_one: 'A bet ended while you were away',
  away_other: '{{count}} bets ended while you were away',
  awayPaid: 'You were paid {{amount}} in total. See Recent activity.',
  awayPaidLive: 'The contract pays {{amount}} in total to your wallet. See Recent activity.',
  failedOnChain: '{{amount}} on {{outcome}}: no money was taken.',
  awayNothingPaid: 'None was paid. See Recent activity.',
  panelMissing: 'Recent activity could not be opened',
  panelMissingWhy: 'Check your connection and try again.',
} as const;

/** A signed-in user's own bets on a market, shown on its card. */
export const ownBets = {
  ownBets: 'Your open bets',
  ownBet: 'Your bet: {{amount}} on {{outcome}}',
  cashOut: 'Cash out',
  amountOn: '{{amount}} on {{outcome}}',
  notFinal: 'Not final yet',
  failed: 'Failed: no money was taken',
  moreInAccount: '{{more}} more in My Account',
} as const;

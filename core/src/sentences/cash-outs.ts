/** Why a bet is not sold back, and why it has no receipt. */
export const CASH_OUTS = {
  'cash-out-live-mode': 'Bets with real stakes cannot be cashed out yet, so the bet stands.',
  'cash-out-bet-ended': 'This bet has ended, so there is nothing to cash out; its result is in your history.',
  'cash-out-market-closed': 'Betting on this market has closed, so the bet stands until its result.',
  'cash-out-market-suspended': 'The market is suspended, so the bet stands; try again once it is open.',
  'cash-out-feed-stale':
    'The odds of this market are too old to cash out at, so the bet stands; try again once new ones have arrived.',
  'cash-out-too-soon': 'A bet can be cashed out one minute after it was placed; until then it stands.',
  'cash-out-no-price': 'The market gives less than a cent for this bet now, so it stands.',
  'cash-out-not-covered':
    'The market must keep what it holds for other bets now, so the bet stands; try again later.',
  'cash-out-fell':
    'The market gives {{amount:usdc}} USDC for this bet now, less than you signed, so it stands; sign again to sell it for that.',
  'cash-out-too-small': 'A bet is sold for 0.01 USDC or more, so it stands; ask for a new amount.',
  'cash-out-signature-invalid':
    'The signature does not fit this cash-out, so the bet stands; sign it again in your wallet.',
  'cashed-out-or-not':
    'We cannot tell yet whether the bet was cashed out; send the same cash-out again and you get its answer.',
  'cash-out-not-recorded': 'The cash-out could not be recorded, so the bet stands; send it again.',
  'too-many-cash-outs': 'Too many want this market at once, so the bet stands; try again.',
  'cash-outs-not-recorded': 'Cash-outs cannot be recorded now, so the bet stands; try again.',
  'no-such-bet': 'You have no such bet, so nothing was cashed out; look at the bets in your profile.',
  'no-such-receipt': 'You have no bet of this number; nothing was changed.',
  'no-receipt-yet':
    'The stake of this bet is not final on the chain, so it has no receipt; nothing was changed.',
} as const;

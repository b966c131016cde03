/** Why an admin must review a market, and what the market is waiting for. */
export const REVIEWS = {
  'review-no-winner':
    'The feed says the game is over but names no winner; enter the result yourself or void the market.',
  'review-several-winners':
    'The feed names more or fewer winners than the market has; enter the result yourself or void the market.',
  'review-unknown-winner':
    'The feed names a winner that is not an outcome of this market; enter the result yourself or void the market.',
  'review-contradiction':
    'The feed contradicts itself about the result; enter the result yourself or void the market.',
  'review-corrected': 'The feed has changed its result; check which one is right before anything is paid.',
  'review-removed':
    'The feed no longer lists the game; find out what happened, then enter the result or void the market.',
  'review-no-result':
    'Betting closed more than 48 hours ago and there is still no result; enter it yourself or void the market.',
  'review-objected':
    "A guardian objected to the result; check it again. A second guardian's objection voids the market.",
  'review-rehearsal-differs':
    'The payouts differ from what was approved, so payment has stopped; it resumes within about a minute once the cause is fixed.',
  'review-late-bets':
    "Bets were placed after the game began. The contract can't refund single bets, so the market can only be voided.",
  'review-chain-refused':
    'The contract did not accept the market, so no one can bet on it; void it, or delete it and create it again.',
  'review-chain-holds':
    'The contract has a proposed result that does not match ours. A guardian must object to it with their own wallet before its window ends; otherwise it never becomes final, and every stake goes back 14 days after the close.',
  'review-chain-ended':
    "The contract ended the market differently than was decided here. This can't be undone, and the books follow the contract; find out who has the keys.",
  'waits-for-feed': 'Betting has closed; the feed gives the result when the game is over.',
  'waits-reminded': 'Betting has closed, and you asked for this reminder: enter the result now.',
  'waits-by-hand': 'Betting has closed; an admin must enter the result.',
  'flag-canceled': 'The game was canceled.',
  'flag-canceled-waits': 'The game was canceled: its bets are waiting to be refunded.',
  'flag-unconfirmed': 'The feed has not confirmed its odds for too long.',
  'flag-reminder': 'It has ended and needs a result. You asked to be reminded.',
  'flag-ended': 'It has ended and needs a result.',
  'review-with-difference': '{{review:reason}} {{difference:reason}}',
  difference:
    '{{approved}} USDC for {{approvedBets:reason}} were approved, out of {{held}}; the books owe {{owed}}, {{paid}} were paid for {{paidBets:reason}}{{torn:reasons}} and {{escrow}} are in escrow.',
  'difference-torn': ' (the bets say {{ended}})',
  'one-bet': '1 bet',
  'many-bets': '{{count}} bets',
} as const;

/** Why an admin must look at a market, and what it waits for. */
export const REVIEWS = {
  'review-no-winner':
    'The feed says that the game is over and names no winner; give the result by hand or void the market.',
  'review-several-winners':
    'The feed names more than one winner; give the result by hand or void the market.',
  'review-unknown-winner':
    'The feed names a winner that is not an outcome of the market; give the result by hand or void it.',
  'review-contradiction':
    'What the feed says of the result does not fit together; give the result by hand or void the market.',
  'review-corrected': 'The feed has changed its result; check which one holds before anything is paid.',
  'review-removed':
    'The feed no longer lists the game; find out what became of it, then give the result or void the market.',
  'review-no-result':
    'Betting closed more than 48 hours ago and there is no result yet; give it by hand or void the market.',
  'review-objected':
    'A guardian objected to the result; check it anew. The objection of a second guardian makes the market void.',
  'review-rehearsal-differs':
    'What the result pays is not what was approved, so nothing more is paid; once the cause is gone, the payment goes on by itself within about a minute.',
  'review-late-bets':
    'Bets were placed after the game began. The contract gives no single bet back, so the market can only be void.',
  'review-chain-refused':
    'The contract did not take the market, so nobody can bet on it; void it, or delete it and create it anew.',
  'review-chain-holds':
    'The contract holds a proposed result that does not stand here. A guardian must object to it with their own wallet before its window is over; if nobody does, it is never made final, and every stake goes back 14 days after the close.',
  'review-chain-ended':
    'The contract ended the market otherwise than was decided here. That cannot be undone and the books follow it; find out who holds the keys.',
  'waits-for-feed': 'Betting has closed; the feed gives the result once the game is over.',
  'waits-reminded': 'Betting has closed and you asked to be reminded: the result is to be given now.',
  'waits-by-hand': 'Betting has closed; the result is to be given by hand.',
  'flag-canceled': 'The game was canceled.',
  'flag-canceled-waits': 'The game was canceled: its bets wait to be given back.',
  'flag-unconfirmed': 'The feed has not confirmed its odds for too long.',
  'flag-reminder': 'It has ended and waits for its result, as you asked to be reminded.',
  'flag-ended': 'It has ended and waits for its result.',
  'review-with-difference': '{{review:reason}} {{difference:reason}}',
  difference:
    'Approved were {{approved}} USDC for {{approvedBets:reason}} out of {{held}}; the books owe {{owed}}, {{paid}} were paid for {{paidBets:reason}}{{torn:reasons}} and {{escrow}} lie in escrow.',
  'difference-torn': ' (the bets say {{ended}})',
  'one-bet': '1 bet',
  'many-bets': '{{count}} bets',
} as const;

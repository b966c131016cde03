import type { Review } from '../http-api/settlement.ts';

/** Why an admin must look at a market before it can end: one plain sentence. */
export function reviewSentence(review: Review): string {
  switch (review) {
    case 'no-winner':
      return 'The feed says that the game is over and names no winner; give the result by hand or void the market.';
    case 'several-winners':
      return 'The feed names more than one winner; give the result by hand or void the market.';
    case 'unknown-winner':
      return 'The feed names a winner that is not an outcome of the market; give the result by hand or void it.';
    case 'contradiction':
      return 'What the feed says of the result does not fit together; give the result by hand or void the market.';
    case 'corrected':
      return 'The feed has changed its result; check which one holds before anything is paid.';
    case 'removed':
      return 'The feed no longer lists the game; find out what became of it, then give the result or void the market.';
    case 'no-result':
      return 'Betting closed more than 48 hours ago and there is no result yet; give it by hand or void the market.';
    case 'objected':
      return 'A guardian objected to the result; check it anew. The objection of a second guardian makes the market void.';
    case 'rehearsal-differs':
      return 'What the result pays is not what was approved, so nothing more is paid; once the cause is gone, the payment goes on by itself within about a minute.';
    case 'late-bets':
      return 'Bets were placed after the game began. The contract gives no single bet back, so the market can only be void.';
    case 'chain-refused':
      return 'The contract did not take the market, so nobody can bet on it; void it, or delete it and create it anew.';
    case 'chain-holds':
      return 'The contract holds a proposed result that does not stand here. A guardian must object to it with their own wallet before its window is over; if nobody does, it is never made final, and every stake goes back 14 days after the close.';
    case 'chain-ended':
      return 'The contract ended the market otherwise than was decided here. That cannot be undone and the books follow it; find out who holds the keys.';
  }
}

import type { NoCashOut } from './decide-cash-out.ts';

/** Why a bet cannot be sold back now: one plain sentence, with what it means for the bet. */
export function noCashOutSentence(why: NoCashOut): string {
  switch (why) {
    case 'live-mode':
      return 'Bets with real stakes cannot be cashed out yet, so the bet stands.';
    case 'bet-ended':
      return 'This bet has ended, so there is nothing to cash out; its result is in your history.';
    case 'market-closed':
      return 'Betting on this market has closed, so the bet stands until its result.';
    case 'market-suspended':
      return 'The market is suspended, so the bet stands; try again once it is open.';
    case 'feed-stale':
      return 'The odds of this market are too old to cash out at, so the bet stands; try again once new ones have arrived.';
    case 'too-soon':
      return 'A bet can be cashed out one minute after it was placed; until then it stands.';
    case 'no-price':
      return 'The market gives less than a cent for this bet now, so it stands.';
    case 'not-covered':
      return 'The market must keep what it holds for other bets now, so the bet stands; try again later.';
  }
}

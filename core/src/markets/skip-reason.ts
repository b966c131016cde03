import type { SkipReason } from '../http-api/azuro.ts';

/** Why a game of the feed was not imported, for admins: one plain sentence. */
export function skipSentence(reason: SkipReason): string {
  switch (reason) {
    case 'already_imported':
      return 'It has a market already.';
    case 'not_found':
      return 'The feed knows no such game.';
    case 'not_open':
      return 'The game is finished, stopped or canceled.';
    case 'already_started':
      return 'The game is already running.';
    case 'starts_in_past':
      return 'Its start is in the past.';
    case 'too_far_ahead':
      return 'It starts more than 30 days ahead; futures trading is off.';
    case 'no_conditions':
      return 'The feed has no betting on it yet.';
    case 'no_main_market':
      return 'The feed has no market on who wins the game.';
    case 'main_market_not_active':
      return 'The feed has stopped the market on who wins it.';
    case 'bad_odds':
      return 'Its odds cannot be bet on.';
    case 'bad_data':
      return 'The feed says things about it that cannot be.';
  }
}

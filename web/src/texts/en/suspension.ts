import type { Suspension } from '@tallystone/core/http-api/markets';

/** Why a market doesn't take bets, by the API's code. */
export const suspension = {
  admin: 'The operator paused betting. Open bets are not affected.',
  opening: 'Opening on the blockchain. You can bet in a few minutes.',
  'contract-refuses': "The contract isn't taking bets. Open bets are not affected.",
  'contract-unread': 'Betting is paused for a blockchain check. Open bets are not affected.',
  'feed-stopped': 'Betting is paused while odds are set. Open bets are not affected.',
  'feed-stale': 'Odds are out of date. You can bet when new ones arrive.',
  'game-started': 'The game has started, so betting has closed.',
  'game-canceled': 'Game canceled, betting closed. Stakes are refunded when the market is voided.',
} as const satisfies Readonly<Record<Suspension, string>>;

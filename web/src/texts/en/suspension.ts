import type { Suspension } from '@tallystone/core/http-api/markets';

/** Why a market doesn't take bets, by the API's code. */
export const suspension = {
  admin: 'The operator has paused betting. Bets already placed are not affected.',
  opening: 'This market is still opening on the blockchain. You can bet in a few minutes.',
  'contract-refuses':
    "The contract on the blockchain isn't taking bets on this market. Bets already placed are not affected.",
  'contract-unread':
    'Betting is paused while the operator checks this market on the blockchain. Bets already placed are not affected.',
  'feed-stopped': 'Betting is paused while the odds are being set. Bets already placed are not affected.',
  'feed-stale': 'The latest odds are out of date. You can bet again when new odds arrive.',
  'game-started': 'The game has started, so betting has closed. Bets already placed are not affected.',
  'game-canceled':
    'The game was canceled, so betting has closed. Stakes are refunded when the market is voided.',
} as const satisfies Readonly<Record<Suspension, string>>;

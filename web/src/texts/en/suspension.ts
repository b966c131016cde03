import type { Suspension } from '@tallystone/core/http-api/markets';

/** Why a market takes no bets, by the code that the API has for it. */
export const suspension = {
  admin: 'Betting is paused by the operator. Bets that were placed stand.',
  opening: 'The market is being opened on the blockchain. Betting begins once that is final, within minutes.',
  'contract-refuses':
    'The contract on the blockchain takes no bets on this market, so none are taken here. Bets that were placed stand.',
  'contract-unread':
    'Betting is paused while the operator looks at what the contract on the blockchain says of this market. Bets that were placed stand.',
  'feed-stopped': 'Betting is paused while the odds are being set. Bets that were placed stand.',
  'feed-stale': 'The latest odds are too old to bet on. Betting goes on once new ones arrive.',
  'game-started': 'The game has started, so betting has closed. Bets that were placed stand.',
  'game-canceled':
    'The game was canceled. No bets are taken, and stakes are given back when the market is void.',
} as const satisfies Readonly<Record<Suspension, string>>;

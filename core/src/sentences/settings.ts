/** Errors in a setting. */
export const SETTINGS = {
  'amount-range': 'Enter an amount between {{min:thousands}} and {{max:thousands}} USDC.',
  'delay-range': 'Enter a whole number of seconds from {{min}} to {{max}}.',
  'game-cap-below-market-cap': "A game's cap can't be below the cap of one of its markets.",
} as const;

export const settingsReasons = {
  'amount-range': 'Introduce un importe entre {{min:thousands}} y {{max:thousands}} USDC.',
  'game-cap-below-market-cap': 'El tope de un partido no puede ser menor que el de uno de sus mercados.',
} as const;

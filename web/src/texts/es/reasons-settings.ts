export const settingsReasons = {
  'amount-range': 'Introduce un importe entre {{min:thousands}} y {{max:thousands}} USDC.',
  'delay-range': 'Introduce un número entero de segundos de {{min}} a {{max}}.',
  'game-cap-below-market-cap': 'El tope de un partido no puede ser menor que el de uno de sus mercados.',
} as const;

import type { ownBets as english } from '../en/own-bets.ts';
import type { TextsLike } from '../texts-like.ts';

export const ownBets = {
  ownBets: 'Tus apuestas abiertas',
  ownBet: 'Tu apuesta: {{amount}} a {{outcome}}',
  cashOut: 'Vender',
  amountOn: '{{amount}} a {{outcome}}',
  notFinal: 'Aún no es definitiva',
  failed: 'Fallida: no se tomó dinero',
  moreInAccount: '{{more}} más en Mi cuenta',
} as const satisfies TextsLike<typeof english>;

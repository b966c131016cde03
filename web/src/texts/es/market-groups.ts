import type { marketGroups as english } from '../en/market-groups.ts';
import type { TextsLike } from '../texts-like.ts';

export const marketGroups = {
  result: 'Ganador',
  total: 'Totales',
  handicap: 'Hándicaps',
  'both-score': 'Ambos equipos marcan',
  'odd-even': 'Par o impar',
  'correct-score': 'Marcador exacto',
  players: 'Jugadores',
  period: 'Partes del partido',
  other: 'Otros mercados',
} as const satisfies TextsLike<typeof english>;

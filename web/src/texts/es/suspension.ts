import type { suspension as english } from '../en/suspension.ts';
import type { TextsLike } from '../texts-like.ts';

export const suspension = {
  admin: 'El operador pausó las apuestas. No afecta a las abiertas.',
  opening: 'Abriéndose en la cadena de bloques. Podrás apostar en unos minutos.',
  'contract-refuses': 'El contrato no acepta apuestas. No afecta a las abiertas.',
  'contract-unread': 'Apuestas en pausa para revisar la cadena de bloques. No afecta a las abiertas.',
  'feed-stopped': 'Apuestas en pausa mientras se fijan las cuotas. No afecta a las abiertas.',
  'feed-stale': 'Cuotas desactualizadas. Podrás apostar cuando lleguen otras.',
  'game-started': 'El partido ha empezado y las apuestas han cerrado.',
  'game-canceled': 'Partido cancelado, apuestas cerradas. Lo apostado se devuelve al anularse el mercado.',
} as const satisfies TextsLike<typeof english>;

import type { suspension as english } from '../en/suspension.ts';
import type { TextsLike } from '../texts-like.ts';

export const suspension = {
  admin: 'El operador ha pausado las apuestas. Esto no afecta a las ya hechas.',
  opening: 'Este mercado todavía se está abriendo en la cadena de bloques. Podrás apostar en unos minutos.',
  'contract-refuses':
    'El contrato en la cadena de bloques no acepta apuestas en este mercado. Esto no afecta a las ya hechas.',
  'contract-unread':
    'Las apuestas están en pausa mientras el operador comprueba este mercado en la cadena de bloques. Esto no afecta a las ya hechas.',
  'feed-stopped': 'Las apuestas están en pausa mientras se fijan las cuotas. Esto no afecta a las ya hechas.',
  'feed-stale': 'Las últimas cuotas están desactualizadas. Podrás apostar cuando lleguen otras.',
  'game-started': 'El partido ha empezado, así que las apuestas han cerrado. Esto no afecta a las ya hechas.',
  'game-canceled':
    'El partido se canceló, así que las apuestas han cerrado. Lo apostado se devuelve cuando el mercado se anule.',
} as const satisfies TextsLike<typeof english>;

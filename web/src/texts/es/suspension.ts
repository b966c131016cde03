import type { suspension as english } from '../en/suspension.ts';
import type { TextsLike } from '../texts-like.ts';

export const suspension = {
  admin: 'El operador ha pausado las apuestas. Las que ya se hicieron siguen en pie.',
  opening:
    'El mercado se está abriendo en la blockchain. Se podrá apostar cuando sea definitivo, en minutos.',
  'contract-refuses':
    'El contrato en la blockchain no acepta apuestas en este mercado, así que aquí tampoco se aceptan. Las que ya se hicieron siguen en pie.',
  'contract-unread':
    'Las apuestas están en pausa mientras el operador revisa lo que el contrato en la blockchain dice de este mercado. Las que ya se hicieron siguen en pie.',
  'feed-stopped':
    'Las apuestas están en pausa mientras se fijan las cuotas. Las que ya se hicieron siguen en pie.',
  'feed-stale':
    'Las últimas cuotas son demasiado antiguas para apostar. Se podrá apostar cuando lleguen otras.',
  'game-started':
    'El partido ha empezado, así que las apuestas han terminado. Las que ya se hicieron siguen en pie.',
  'game-canceled':
    'El partido se canceló. No se aceptan apuestas, y lo apostado se devuelve cuando el mercado se anule.',
} as const satisfies TextsLike<typeof english>;

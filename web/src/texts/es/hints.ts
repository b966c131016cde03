import type { hints as english } from '../en/hints.ts';
import type { TextsLike } from '../texts-like.ts';

export const hints = {
  outcome: 'Elige un resultado. A cuota 1.85, $10 que ganan devuelven $18.50.',
  stake: 'Escribe un importe en USDC de práctica. Es lo máximo que puedes perder.',
  signature: 'Firmas este texto exacto. Una billetera real te pregunta antes.',
  label: 'Consejo de práctica {{step}} de {{steps}}',
  step: '{{step}} de {{steps}}',
  gotIt: 'Entendido',
  skip: 'Omitir consejos',
  noMore: 'No hay más consejos.',
} as const satisfies TextsLike<typeof english>;

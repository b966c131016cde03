import type { hints as english } from '../en/hints.ts';
import type { TextsLike } from '../texts-like.ts';

export const hints = {
  outcome:
    'Elige un resultado aquí abajo. La cuota muestra cuánto devuelve un importe que gana: a 1.85, $10 devuelven $18.50.',
  stake:
    'Escribe un importe en USDC de práctica. Es lo máximo que puedes perder; las cifras de abajo muestran lo que devuelve si ganas.',
  signature:
    'Este es el texto exacto que firmas. Apostar lo firma con la billetera de práctica; una billetera real te pregunta antes.',
  label: 'Consejo de práctica {{step}} de {{steps}}',
  step: '{{step}} de {{steps}}',
  gotIt: 'Entendido',
  skip: 'Omitir consejos',
  noMore: 'No hay más consejos.',
  wasLast: 'Ese era el último consejo.',
} as const satisfies TextsLike<typeof english>;

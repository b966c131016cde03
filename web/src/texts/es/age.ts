import type { age as english } from '../en/age.ts';
import type { TextsLike } from '../texts-like.ts';

export const age = {
  sentence:
    'Debes tener al menos 18 años para usar este sitio. Son mercados de predicción basados en la habilidad, no juegos de azar.',
  notice: 'Aviso de edad',
  mark: '18+',
  accept: 'Tengo 18 años o más y lo entiendo',
  terms: 'Ver los términos legales',
  dismiss: 'Ocultar durante esta sesión',
} as const satisfies TextsLike<typeof english>;

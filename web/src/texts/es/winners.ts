import type { winners as english } from '../en/winners.ts';
import type { TextsLike } from '../texts-like.ts';

export const winners = {
  several: 'Ganan {{winners}} de los {{all}} resultados.',
} as const satisfies TextsLike<typeof english>;

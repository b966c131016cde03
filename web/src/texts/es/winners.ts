import type { winners as english } from '../en/winners.ts';
import type { TextsLike } from '../texts-like.ts';

export const winners = {
  several: 'Ganan {{winners}} de los {{all}} resultados.',
  oneSided:
    'Solo este resultado tiene cuota, que implica la probabilidad, con un margen desconocido incluido. Las apuestas no se pueden vender ni ir en una combinada.',
} as const satisfies TextsLike<typeof english>;

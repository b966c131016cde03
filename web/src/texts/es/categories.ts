import type { categories as english } from '../en/categories.ts';
import type { TextsLike } from '../texts-like.ts';

export const categories = {
  sports: 'Deportes',
  politics: 'Política',
  crypto: 'Cripto',
  entertainment: 'Entretenimiento',
  economics: 'Economía',
} as const satisfies TextsLike<typeof english>;

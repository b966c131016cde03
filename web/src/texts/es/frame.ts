import type { frame as english } from '../en/frame.ts';
import type { TextsLike } from '../texts-like.ts';

export const frame = {
  skipToContent: 'Saltar al contenido',
  loadingPage: 'Cargando la página…',
} as const satisfies TextsLike<typeof english>;

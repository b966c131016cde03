import type { notices as english } from '../en/notices.ts';
import type { TextsLike } from '../texts-like.ts';

export const notices = {
  bell: 'Actividad reciente',
  bellNew_one: 'Actividad reciente, 1 nueva',
  bellNew_other: 'Actividad reciente, {{count}} nuevas',
  panelMissing: 'No se pudo abrir la actividad reciente',
  panelMissingWhy: 'Revisa tu conexión e inténtalo de nuevo.',
} as const satisfies TextsLike<typeof english>;

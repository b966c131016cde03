import type { solvency as english } from '../en/solvency.ts';
import type { TextsLike } from '../texts-like.ts';

export const solvency = {
  what: 'Lo que la casa tiene y debe, y cómo comprobarlo.',
  practiceMoney: 'Dinero de práctica',
  asOf: 'Datos del <moment/>',
  notReadAgain: 'Sin actualizar desde el <moment/>.',
  theFigures: 'las cifras',
  reading: 'Cargando cifras',
} as const satisfies TextsLike<typeof english>;

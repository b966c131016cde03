import type { solvency as english } from '../en/solvency.ts';
import type { TextsLike } from '../texts-like.ts';

export const solvency = {
  what: 'Lo que tiene la casa, lo que debería en el peor caso, y cómo puede comprobar ambas cosas cualquiera.',
  practiceMoney: 'Dinero de práctica',
  asOf: 'Datos del <moment/>',
  readAgain: 'Actualizar',
  notReadAgain: 'No se pudieron actualizar las cifras; estas son del <moment/>.',
  theFigures: 'las cifras',
  failedWhy: 'Esto no afecta al dinero. Revisa tu conexión e inténtalo de nuevo.',
  reading: 'Cargando las cifras',
} as const satisfies TextsLike<typeof english>;

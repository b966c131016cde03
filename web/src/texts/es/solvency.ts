import type { solvency as english } from '../en/solvency.ts';
import type { TextsLike } from '../texts-like.ts';

export const solvency = {
  what: 'Lo que tiene la casa, lo que debería si todo le saliera en contra, y cómo puede comprobar ambas cosas cualquiera.',
  practiceMoney: 'Dinero de práctica',
  asOf: 'Datos del <moment/>',
  readAgain: 'Leer de nuevo',
  notReadAgain: 'No se pudieron volver a leer las cifras; estas son del <moment/>.',
  theFigures: 'las cifras',
  failedWhy: 'Esto no dice nada del dinero, que sigue como estaba. Revisa tu conexión e inténtalo de nuevo.',
  reading: 'Leyendo los libros',
} as const satisfies TextsLike<typeof english>;

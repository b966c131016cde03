import type { combos as english } from '../en/combos.ts';
import type { TextsLike } from '../texts-like.ts';

/** Las combinadas en la página de la cuenta. */
export const combos = {
  open: 'Combinadas abiertas',
  ended: 'Combinadas terminadas',
  loading: 'Cargando combinadas',
  title_one: 'Combinada de {{count}} selección',
  title_other: 'Combinada de {{count}} selecciones',
  receiptOf: 'de {{combo}}',
  returns: 'Retorno posible',
  oddsWere: 'antes {{odds}}',
  selections: 'Selecciones',
  legOpen: 'Abierta',
  legWaits: 'Esperando el resultado',
  legPaused: 'En pausa',
  legVoid: 'Anulada, cuenta 1.00',
  startsAt: 'Empieza',
  placedAt: 'hecha',
  showOlder: 'Mostrar combinadas anteriores',
  olderFailed: 'No se pudieron cargar combinadas anteriores.',
} as const satisfies TextsLike<typeof english>;

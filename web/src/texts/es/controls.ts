import type { controls as english } from '../en/controls.ts';
import type { TextsLike } from '../texts-like.ts';

export const controls = {
  cancel: 'Cancelar',
  close: 'Cerrar',
  dismiss: 'Descartar',
  choose: 'Elige',
  tryAgain: 'Intentar de nuevo',
  details: 'Detalles',
  practice: 'Práctica',
  notifications: 'Notificaciones ({hotkey})',
  loading: 'Cargando…',
  couldNotLoad: 'No se pudo cargar: {{what}}',
  requestOf: ', solicitud {{id}}',
  moneyUnchanged: 'Tus apuestas y tu dinero no han cambiado. Revisa tu conexión e inténtalo de nuevo.',
  unknownTime: 'desconocido',
} as const satisfies TextsLike<typeof english>;

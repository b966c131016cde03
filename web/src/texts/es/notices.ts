import type { notices as english } from '../en/notices.ts';
import type { TextsLike } from '../texts-like.ts';

export const notices = {
  bell: 'Actividad reciente',
  bellNew_one: 'Actividad reciente, 1 nueva',
  bellNew_other: 'Actividad reciente, {{count}} nuevas',
  away_one: 'Una apuesta terminó mientras no estabas',
  away_other: '{{count}} apuestas terminaron mientras no estabas',
  awayPaid: 'Se te pagaron {{amount}} en total. Consulta Actividad reciente.',
  awayPaidLive: 'El contrato paga en total {{amount}} a tu billetera. Consulta Actividad reciente.',
  failedOnChain: '{{amount}} por {{outcome}}: no se tomó dinero.',
  awayNothingPaid: 'Ninguna se pagó. Consulta Actividad reciente.',
  panelMissing: 'No se pudo abrir la actividad reciente',
  panelMissingWhy: 'Revisa tu conexión e inténtalo de nuevo.',
} as const satisfies TextsLike<typeof english>;

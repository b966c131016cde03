import type { sign as english } from '../en/sign.ts';
import type { TextsLike } from '../texts-like.ts';

export const sign = {
  title: 'Lo que firma tu billetera',
  what: 'También se firma: este sitio, tu dirección y la hora. Vale una vez, para esta acción, durante 5 minutos. Gratis; no mueve fondos.',
  waiting: 'Firma en tu billetera',
  rejected: 'Rechazado en tu billetera. No se cambió nada.',
  failed: 'No se cambió nada. Tu billetera dice: {{why}}',
  cancelled: 'Cancelado. No se cambió nada.',
  unanswered: 'El servidor no respondió. No se cambió nada. Inténtalo de nuevo.',
  notSignedIn: 'No has iniciado sesión. No se cambió nada. Inicia sesión otra vez.',
  sessions: 'Sesiones',
  sessionsWhat:
    'Cierra las que no reconozcas. Una sesión puede leer tu cuenta, cambiar tu límite diario, empezar una pausa de un día y, si es de un administrador, hacer lo que se puede deshacer. Las apuestas, sus ventas y todo lo definitivo necesitan tu billetera.',
  loading: 'Cargando sesiones',
  ownerOnly:
    'Solo el dueño de la billetera puede ver sus sesiones. Firma con tu billetera: es gratis y no mueve fondos.',
  signIn: 'Firmar con tu billetera',
  thisOne: 'Esta sesión',
  opened: 'Iniciada el <moment/>',
  openedOn: 'Iniciada el <moment/> en {{chain}}',
  lastUsed: 'Usada por última vez hacia el <moment/>',
  expires: 'Caduca el <moment/>',
  signOut: 'Cerrar',
  signOutOf: 'Cerrar la sesión del {{moment}}',
  signOutHere: 'Cerrar esta sesión',
  signingOut: 'Cerrando',
  everywhere: 'Cerrar todas las sesiones',
  everywhereAsk: '¿Cerrar todas las sesiones?',
  everywhereWhat: 'Terminan todas las sesiones, incluida esta. Tus apuestas y tus fondos no cambian.',
  signedOut: 'Sesión cerrada.',
  signOutFailed: 'No se cerró. {{why}}',
  signOutUnanswered: 'El servidor no respondió. Puede que la sesión haya terminado: revisa la lista.',
} as const satisfies TextsLike<typeof english>;

import type { sign as english } from '../en/sign.ts';
import type { TextsLike } from '../texts-like.ts';

export const sign = {
  title: 'Lo que firma tu billetera',
  what: 'Tu billetera firma también este sitio, tu dirección y la hora. La firma vale solo para esta acción, una vez, durante 5 minutos. Es gratis y no mueve fondos.',
  waiting: 'Firma en tu billetera',
  rejected: 'Rechazaste la solicitud en tu billetera, así que no se cambió nada.',
  failed: 'Tu billetera no firmó, así que no se cambió nada. Dice: {{why}}',
  cancelled: 'Cancelaste antes de que tu billetera firmara, así que no se cambió nada.',
  unanswered:
    'El servidor no respondió, así que no se firmó ni se cambió nada. Revisa tu conexión e inténtalo de nuevo.',
  notSignedIn: 'No has iniciado sesión, así que no se cambió nada. Inicia sesión otra vez.',
  sessions: 'Sesiones',
  sessionsWhat:
    'Dónde tiene sesión esta billetera. Cierra las que no reconozcas: una sesión por sí sola puede leer tu cuenta, cambiar tu límite diario, empezar una pausa de un día y, si es de un administrador, hacer lo que se puede deshacer. Las apuestas, sus ventas, las pausas más largas, las aprobaciones de resultados y de cambios, las objeciones, y cerrar o borrar un mercado siempre necesitan tu billetera.',
  loading: 'Cargando tus sesiones',
  nothingEnded: 'No se cerró ninguna sesión.',
  ownerOnly:
    'Esta sesión se abrió sin firma, y solo el dueño de la billetera puede ver y cerrar sus sesiones. Firma con tu billetera para verlas; es gratis y no mueve fondos.',
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
  everywhereWhat:
    'Todas las sesiones de esta billetera terminan en un segundo, incluida esta. Tus apuestas y tus fondos no cambian, y puedes volver a iniciar sesión cuando quieras.',
  signedOut: 'Sesión cerrada.',
  signOutFailed: 'No se cerró. {{why}}',
  signOutUnanswered:
    'El servidor no respondió, así que no sabemos si la sesión terminó. Revisa la lista e inténtalo de nuevo.',
} as const satisfies TextsLike<typeof english>;

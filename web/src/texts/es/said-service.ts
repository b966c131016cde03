import type { saidService as english } from '../en/said-service.ts';
import type { TextsLike } from '../texts-like.ts';

export const saidService = {
  signIn: 'Inicia sesión para hacer esto.',
  levelNeeded: 'Para hacer esto se necesita el nivel 2.',
  onlyGuardian: 'Esto solo lo puede hacer un guardián.',
  signWithWallet: 'Inicia sesión con tu billetera para hacer esto.',
  guestEnded:
    'Esta cuenta de invitado ha terminado, así que no se hizo ninguna apuesta; inicia sesión con tu billetera o continúa como un nuevo invitado.',
  noGuest: 'Esta billetera no se puede mostrar como invitada ahora. Inicia sesión con ella.',
  notAWallet: 'Esto no es una dirección de billetera.',
  otherKindOfWallet: 'Esta dirección es de otro tipo de billetera.',
  signInAgain: '{{sentence}}; inicia sesión de nuevo.',
  signInExpired: 'La solicitud de inicio de sesión ha caducado o era para otra billetera',
  signInSignature: 'La firma no corresponde a esta billetera y a esta solicitud de inicio de sesión',
  signInUsed: 'Esta solicitud de inicio de sesión ya se usó',
  walletIsContract:
    'Esta billetera es un contrato, y por ahora las apuestas reales necesitan una billetera con clave propia; conecta otra billetera.',
  walletCodeRefuses:
    'El código en el que tu billetera ha delegado rechaza lo que firma su clave, así que no se puede pagar ninguna apuesta real con ella; quita la delegación en tu billetera o conecta otra.',
  signatureNeeded:
    'Esto no se puede deshacer, así que tu billetera debe firmarlo; no se cambió nada. Confírmalo otra vez y firma en tu billetera.',
  signAgain: '{{sentence}}, así que no se cambió nada; confirma y firma de nuevo.',
  actExpired: 'La solicitud de firma ha caducado o era para otra billetera u otro sitio',
  actSignature: 'Lo que firmó tu billetera no es este acto',
  actUsed: 'Esta firma ya se usó',
  noSuchSession: 'No tienes esa sesión; no se cerró ninguna.',
  rateLimited: 'Demasiadas solicitudes; inténtalo de nuevo en {{sentence}}.',
  oneSecond: '1 segundo',
  seconds: '{{seconds}} segundos',
  answerLost:
    'Se perdió la respuesta de la base de datos; envía la misma solicitud de nuevo para saber qué pasó.',
  internal: 'Algo salió mal de nuestro lado.',
  tooLarge: 'La solicitud es más grande de lo que acepta esta dirección.',
  notFound: 'En esta dirección no hay nada.',
  malformed: 'La solicitud está mal formada.',
  tooBusy: 'Hay demasiada actividad ahora; inténtalo de nuevo en un momento.',
  noDatabase: 'El servicio no alcanza su base de datos; inténtalo de nuevo en un momento.',
  noRecording: 'El servicio no puede registrar nada ahora; inténtalo de nuevo en un momento.',
  crossSite: 'Se rechazan las solicitudes desde otros sitios.',
  starting: 'El servidor está arrancando; inténtalo de nuevo en un momento.',
  stopping: 'El servidor se está deteniendo.',
  stoppingTryAgain: 'El servidor se está deteniendo; inténtalo de nuevo en un momento.',
  booksBroken: 'Los libros no cuadran, así que las apuestas están detenidas.',
  chainUnread: 'La cadena de bloques aún no se ha leído.',
  unsent: 'Lo que envía el relayer no llega a la cadena.',
  disputed: 'Los nodos no coinciden en qué fue de una transacción de la casa.',
  databaseSlow: 'La base de datos tarda en responder.',
  databaseNotMigrated: 'La base de datos no está migrada.',
  databaseAway: 'No se puede alcanzar la base de datos.',
  tooSlow: 'La solicitud tardó demasiado en llegar.',
  ownReaders:
    'Ya sigues los mercados en {{places}} lugares; cierra alguno o inténtalo de nuevo en {{seconds}} segundos.',
  networkReaders:
    'Tu red ya sigue los mercados en {{places}} lugares; cierra alguno o inténtalo de nuevo en {{seconds}} segundos.',
  networkConnections:
    'Tu red ya tiene {{connections}} conexiones abiertas aquí; cierra alguna e inténtalo de nuevo en {{seconds}} segundos.',
  networkAnswers: 'Tu red ya espera {{answers}} respuestas; inténtalo de nuevo en {{seconds}} segundo.',
  tooManyConnections: 'Hay demasiadas conexiones abiertas ahora; inténtalo de nuevo en {{seconds}} segundos.',
  tooManyReaders:
    'Demasiadas personas siguen los mercados ahora; inténtalo de nuevo en {{seconds}} segundos.',
  tooManyPictures: 'Se piden demasiadas imágenes a la vez; inténtalo de nuevo en un momento.',
} as const satisfies TextsLike<typeof english>;

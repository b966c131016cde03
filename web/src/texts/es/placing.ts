import type { placing as english } from '../en/placing.ts';
import type { TextsLike } from '../texts-like.ts';

export const placing = {
  failed: 'La apuesta falló',
  unknownError: 'Ocurrió un error desconocido',
  transactionFailed: 'La transacción falló',
  failedToPlace: 'No se pudo hacer la apuesta',
  nothingTryAgain: 'No se hizo ninguna apuesta. Pulsa Apostar para intentarlo de nuevo.',
  nothingSignIn: 'No se hizo ninguna apuesta. Inicia sesión de nuevo y pulsa Apostar.',
  nothingWait: 'No se hizo ninguna apuesta. Espera un momento y pulsa Apostar.',
  noAnswer: 'Aún sin respuesta.',
  noAnswerFor: 'Aún sin respuesta para {{amount}} a {{outcome}}.',
  sendAgain: 'Enviar de nuevo',
  letItGo: 'Dejarla',
  lettingGo:
    'Si la dejas, empiezas una apuesta nueva; esta todavía puede aparecer en <account>Mi cuenta</account>.',
  unanswered:
    'El servidor no respondió, así que puede que la apuesta se haya hecho. Enviarla de nuevo es seguro: es la misma apuesta firmada y solo se puede aceptar una vez.',
  unansweredSaid:
    '{{said}} Puede que la apuesta se haya hecho. Enviarla de nuevo es seguro: solo se puede aceptar una vez.',
  unansweredSession:
    'Tu sesión ha terminado, así que no se pudo enviar la apuesta de nuevo y puede que se haya hecho. Inicia sesión y envíala otra vez: solo se puede aceptar una vez.',
  otherWallet: 'Otra billetera firmó esta apuesta. Conéctala para enviarla de nuevo.',
  oddsUnchecked:
    'No se pudo comprobar la cuota, porque el servidor no respondió. No se hizo ninguna apuesta.',
  transaction: 'Transacción',
  waitingForWallet: 'Esperando a tu billetera',
  waitingForNetwork: 'Esperando a la red',
  simulated: 'Progreso simulado de la apuesta',
  betAt: '{{amount}} a {{outcome}} a cuota {{odds}}',
  reference: 'Referencia',
  tryAgain: 'Intentar de nuevo',
  pending: 'Transacción pendiente',
  pendingWhat: 'Confirmando tu apuesta en Polygon...',
  placed: '¡Apuesta hecha!',
  placedWhat: 'Tu apuesta se confirmó en la cadena de bloques',
  noAnswerTitle: 'Aún sin respuesta',
  transactionFailedTitle: 'La transacción falló',
  failedLater: 'Esta apuesta falló. En Mi cuenta se ve qué pasó con el importe.',
  stageDone: 'hecho',
  stageCurrent: 'en curso',
  stageAhead: 'todavía no',
  stageFailed: 'no ocurrió',
  signed: 'Firmada',
  accepted: 'Aceptada',
  acceptedReference: 'Aceptada, referencia {{hash}}',
  acceptedTransaction: 'Aceptada, transacción {{hash}}',
  recorded: 'Registrada',
  recordedInBooks: 'Registrada en nuestros libros; no se envió nada a {{chain}}',
  recordedOn: 'Registrada en {{chain}}',
  noAnswerFromServer: 'El servidor no respondió',
} as const satisfies TextsLike<typeof english>;

import type { live as english } from '../en/live.ts';
import type { TextsLike } from '../texts-like.ts';

export const live = {
  firstOfTwo: '1 de 2: tu apuesta en palabras',
  secondOfTwo: '2 de 2: tus {{amount}} USDC en esta apuesta',
  secondAppears: '2 de 2: tus USDC en esta apuesta',
  secondWhat:
    'Permite al contrato de depósito <escrow/> tomar este importe exacto para esta apuesta, una vez, hasta <until/>. No pagas comisión.',
  secondWhatYet:
    'Permite al contrato de depósito tomar este importe exacto para esta apuesta, una vez. No pagas comisión.',
  signedBy:
    'Firmado por <address/> en {{chain}}. La primera firma no mueve nada; la segunda permite mover este importe cuando se acepte la apuesta.',
  signedByYours:
    'Firmado por tu billetera. La primera firma no mueve nada; la segunda permite mover este importe cuando se acepte la apuesta.',
  confirmPart: '{{part}}. Confirma en {{wallet}}.',
  firstRejected:
    'No diste la primera de las dos firmas. No se tomó dinero y no hay nada pendiente. Pulsa Apostar para intentarlo de nuevo.',
  secondRejected:
    'No diste la segunda de las dos firmas, y la primera sola no toma nada. No se tomó dinero y no hay nada pendiente. Pulsa Apostar para intentarlo de nuevo.',
  quoteOver:
    'La cotización caducó antes de la segunda firma. No se tomó dinero y no hay nada pendiente. Pulsa Apostar para pedir otra.',
  onPolygon: 'Por ahora solo hay apuestas reales en {{chain}}.',
  otherChain:
    'Por ahora las apuestas reales son solo en {{chain}}, y tu sesión es en {{now}}. Para apostar, cambia esta billetera a {{chain}}.',
  otherKind:
    'Por ahora las apuestas reales son solo en {{chain}}, y esta billetera es de {{now}}. Para apostar, conecta una con USDC en {{chain}}.',
  moveTo: 'Cambiar a {{chain}}',
  otherWallet: 'Elegir una billetera en {{chain}}',
  inWallet: 'En tu billetera: <amount/> USDC en {{chain}}',
  readingWallet: 'Cargando los USDC de tu billetera',
  walletUnread:
    'No pudimos cargar los USDC de tu billetera. El servidor los comprueba antes de aceptar una apuesta.',
  readAgain: 'Cargar de nuevo',
  pendingStakes:
    '{{pending}} está en apuestas que aún no son definitivas, así que te quedan {{free}} libres para otra.',
  aboveWallet: 'Más de lo que tu billetera tiene libre para apuestas: {{free}} USDC en {{chain}}.',
  noTerms: 'La cotización de esta apuesta real no está lista. Comprueba de nuevo en un momento.',
  waiting: 'Esperando a enviarse a {{chain}}',
  sent: 'Enviada a {{chain}}, aún en ningún bloque',
  included: 'En el bloque {{block}} de {{chain}}',
  blocksLeft_one: 'Definitiva en {{count}} bloque, más o menos',
  blocksLeft_other: 'Definitiva en {{count}} bloques, más o menos',
  finalSoon: 'Definitiva en un momento',
  willBeFinal: 'Definitiva en {{chain}}',
  final: 'Definitiva en {{chain}}, en el bloque {{block}}',
  notOn: 'No está en {{chain}}',
  nothingTaken: 'No se tomó dinero de tu billetera, ni se tomará.',
  viewOn: 'Ver en {{explorer}}',
  viewPayout: 'Ver el pago en {{explorer}}',
  newTab: 'se abre en otra pestaña',
  chainState: 'En {{chain}}',
  paidOutIn: 'Pagada en',
  toBePaid: 'Ganado, y de camino a tu billetera: <amount/> USDC',
  lateOnChain:
    'La apuesta no llegó a tiempo a la cadena de bloques, así que no se tomó dinero y la apuesta queda sin efecto; apuesta de nuevo si aún la quieres.',
  notTakenOnChain:
    'El contrato no aceptó la apuesta, así que no se tomó dinero y la apuesta queda sin efecto; apuesta de nuevo y avisa al operador si pasa dos veces.',
  houseTooPoor:
    'La casa no tenía bastante en el contrato para respaldar la apuesta, así que no se tomó dinero y la apuesta queda sin efecto; apuesta más tarde o con un importe menor.',
  authorizationRefused:
    'El USDC rechazó el importe porque tu billetera ya no lo tenía, o porque su autorización estaba usada, cancelada o caducada, así que no se tomó dinero y la apuesta queda sin efecto; deja el importe en tu billetera y apuesta de nuevo.',
  closedOnChain:
    'El mercado cerró antes de que la apuesta llegara a la cadena de bloques, así que no se tomó dinero y la apuesta queda sin efecto; elige un mercado que siga abierto.',
  fullOnChain:
    'El mercado no podía aceptar más a este resultado cuando la apuesta llegó a la cadena de bloques, así que no se tomó dinero y la apuesta queda sin efecto; introduce un importe menor o elige otro resultado.',
} as const satisfies TextsLike<typeof english>;

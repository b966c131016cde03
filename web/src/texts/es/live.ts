import type { live as english } from '../en/live.ts';
import type { TextsLike } from '../texts-like.ts';

export const live = {
  firstOfTwo: '1 de 2: tu apuesta en palabras',
  secondOfTwo: '2 de 2: tus {{amount}} USDC en esta apuesta',
  secondAppears: '2 de 2: tus USDC en esta apuesta',
  secondWhat:
    'Permite al contrato de depósito <escrow/> tomar exactamente este importe para exactamente esta apuesta, una vez, hasta <until/>. No pagas comisión.',
  secondWhatYet:
    'Permite al contrato de depósito tomar exactamente este importe para exactamente esta apuesta, una vez. No pagas comisión.',
  signedBy:
    'Firmado por <address/> en {{chain}}. La primera firma no mueve nada; con la segunda se mueve este importe cuando se acepta la apuesta.',
  signedByYours:
    'Firmado por tu billetera. La primera firma no mueve nada; con la segunda se mueve este importe cuando se acepta la apuesta.',
  confirmPart: '{{part}}. Confirma en {{wallet}}.',
  firstRejected:
    'No se dio la primera de las dos firmas. No se tomó nada y no hay nada pendiente. Pulsa Apostar para intentarlo de nuevo.',
  secondRejected:
    'No se dio la segunda de las dos firmas, y la primera sola no toma nada. No se tomó nada y no hay nada pendiente. Pulsa Apostar para intentarlo de nuevo.',
  quoteOver:
    'La cotización caducó antes de pedir la segunda firma. No se tomó nada y no hay nada pendiente. Pulsa Apostar para pedir otra.',
  onPolygon: 'Las apuestas reales están por ahora en {{chain}}.',
  otherChain:
    'Las apuestas reales están por ahora en {{chain}}, y tu sesión es en {{now}}. Puedes mirarlo todo; para apostar, sigue con esta billetera en {{chain}}.',
  otherKind:
    'Las apuestas reales están por ahora en {{chain}}, y esta es una billetera de {{now}}. Puedes mirarlo todo; para apostar, conecta una billetera en {{chain}} que tenga USDC.',
  moveTo: 'Cambiar a {{chain}}',
  otherWallet: 'Elegir una billetera en {{chain}}',
  inWallet: 'En tu billetera: <amount/> USDC en {{chain}}',
  readingWallet: 'Leyendo los USDC de tu billetera',
  walletUnread:
    'No se pudieron leer los USDC de tu billetera. El servidor los mira antes de aceptar una apuesta.',
  readAgain: 'Leer de nuevo',
  pendingStakes:
    '{{pending}} está en apuestas que aún no son definitivas, así que quedan {{free}} libres para otra.',
  aboveWallet: 'Por encima de lo que tu billetera tiene para apuestas: {{free}} USDC en {{chain}}.',
  noTerms: 'La cotización de la apuesta real no está todavía. Comprueba de nuevo en un momento.',
  waiting: 'Esperando a enviarse a {{chain}}',
  sent: 'Enviada a {{chain}}, aún en ningún bloque',
  included: 'En el bloque {{block}} de {{chain}}',
  blocksLeft_one: 'Definitiva en {{count}} bloque, más o menos',
  blocksLeft_other: 'Definitiva en {{count}} bloques, más o menos',
  finalSoon: 'Definitiva en unos momentos',
  willBeFinal: 'Definitiva en {{chain}}',
  final: 'Definitiva en {{chain}}, en el bloque {{block}}',
  notOn: 'No está en {{chain}}',
  nothingTaken: 'No se tomó nada de tu billetera, ni se tomará.',
  viewOn: 'Ver en {{explorer}}',
  viewPayout: 'Ver el pago en {{explorer}}',
  newTab: 'se abre en otra pestaña',
  chainState: 'En {{chain}}',
  paidOutIn: 'Pagada en',
  toBePaid: 'Ganado, y de camino a tu billetera: <amount/> USDC',
  lateOnChain:
    'La apuesta no estaba en ningún bloque antes de que terminara su aceptación, así que no se tomó nada y se acabó; apuesta de nuevo si aún la quieres.',
  notTakenOnChain:
    'El contrato no aceptó la apuesta, así que no se tomó nada y se acabó; apuesta de nuevo y avisa al operador si pasa dos veces.',
  houseTooPoor:
    'El contrato no tenía bastante de la casa para respaldar la apuesta cuando llegó a la cadena, así que no se tomó nada y se acabó; apuesta más tarde o con un importe menor.',
  authorizationRefused:
    'El USDC rechazó la autorización del importe: la billetera ya no lo tenía, o la autorización estaba usada, cancelada o caducada, así que no se tomó nada y la apuesta se acabó; procura que el importe siga ahí y apuesta de nuevo.',
  closedOnChain:
    'El mercado ya había cerrado en la cadena cuando llegó la apuesta, así que no se tomó nada y la apuesta se acabó; elige un mercado que siga abierto.',
  fullOnChain:
    'El mercado no podía aceptar más a este resultado cuando la apuesta llegó a la cadena, así que no se tomó nada y la apuesta se acabó; introduce un importe menor o elige otro resultado.',
} as const satisfies TextsLike<typeof english>;

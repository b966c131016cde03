import type { live as english } from '../en/live.ts';
import type { TextsLike } from '../texts-like.ts';

export const live = {
  firstOfTwo: '1 de 2: tu apuesta',
  secondOfTwo: '2 de 2: tu importe de {{amount}} USDC',
  secondAppears: '2 de 2: tu importe',
  secondWhat:
    'Permite al contrato de depósito <escrow/> tomar este importe una vez, hasta <until/>. Sin comisión.',
  secondWhatYet: 'Permite al contrato de depósito tomar este importe una vez. Sin comisión.',
  signedBy:
    'Firmado por <address/> en {{chain}}. Solo la segunda firma mueve tu importe, cuando se acepte la apuesta.',
  signedByYours: 'Solo la segunda firma mueve tu importe, cuando se acepte la apuesta.',
  confirmPart: '{{part}}. Confirma en {{wallet}}.',
  onPolygon: 'Solo hay apuestas reales en {{chain}}.',
  otherChain: 'Solo hay apuestas reales en {{chain}}; tu sesión es en {{now}}.',
  otherKind: 'Solo hay apuestas reales en {{chain}}; esta billetera es de {{now}}.',
  moveTo: 'Cambiar a {{chain}}',
  otherWallet: 'Elegir una billetera de {{chain}}',
  inWallet: 'En tu billetera: <amount/> USDC en {{chain}}',
  readingWallet: 'Cargando los USDC de tu billetera',
  walletUnread: 'No se pudieron cargar los USDC de tu billetera.',
  pendingStakes: '{{pending}} en apuestas aún no definitivas; {{free}} libres.',
  aboveWallet: 'Tu billetera solo tiene {{free}} USDC libres en {{chain}}.',
  emptyWallet: 'Tu billetera no tiene USDC libres en {{chain}}. Añade algunos para apostar.',
  noTerms: 'Cotización no lista. Comprueba de nuevo en un momento.',
  waiting: 'Esperando a enviarse',
  sent: 'Enviada, aún en ningún bloque',
  included: 'En el bloque {{block}} de {{chain}}',
  blocksLeft_one: 'Definitiva en {{count}} bloque, más o menos',
  blocksLeft_other: 'Definitiva en {{count}} bloques, más o menos',
  finalSoon: 'Definitiva en breve',
  willBeFinal: 'Definitiva en {{chain}}',
  final: 'Definitiva en {{chain}}, en el bloque {{block}}',
  notOn: 'No está en {{chain}}',
  nothingTaken: 'No se tomó ni se tomará dinero.',
  viewOn: 'Ver en {{explorer}}',
  viewPayout: 'Ver pago en {{explorer}}',
  newTab: 'otra pestaña',
  chainState: 'En {{chain}}',
  paidOutIn: 'Pagada en',
  toBePaid: 'De camino a tu billetera: <amount/> USDC',
  lateOnChain:
    'No llegó a tiempo a la cadena de bloques. No se tomó dinero. Apuesta de nuevo si aún quieres.',
  notTakenOnChain:
    'El contrato rechazó la apuesta. No se tomó dinero. Apuesta de nuevo; si se repite, avisa al operador.',
  houseTooPoor: 'La casa no pudo respaldar la apuesta. No se tomó dinero. Apuesta más tarde, o menos.',
  authorizationRefused:
    'El USDC rechazó el importe: ya no estaba en tu billetera, o su autorización estaba usada, cancelada o caducada. No se tomó dinero. Deja el importe en tu billetera y apuesta de nuevo.',
  closedOnChain: 'El mercado cerró antes. No se tomó dinero. Elige un mercado abierto.',
  fullOnChain:
    'El mercado no podía aceptar más a este resultado. No se tomó dinero. Apuesta menos, o a otro resultado.',
} as const satisfies TextsLike<typeof english>;

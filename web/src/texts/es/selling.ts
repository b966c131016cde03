import type { selling as english } from '../en/selling.ts';
import type { TextsLike } from '../texts-like.ts';

export const selling = {
  notOpened: 'No se pudo abrir la venta',
  notOpenedWhy: 'No se vendió nada. Recarga la página.',
  cashedOut: 'Apuesta vendida',
  paidFor: '{{amount}} por tu apuesta a {{outcome}}.',
  notCashedOut: 'No se vendió',
  didNotSign: 'La billetera no firmó.',
  otherWallet: 'Firmó otra billetera. Conéctala para enviar de nuevo.',
  staysOpen: 'No se vendió. Tu apuesta sigue abierta.',
  sessionEnded: 'Tu sesión ha terminado. Tu apuesta sigue abierta.',
  unansweredSession:
    'Tu sesión ha terminado; puede que la apuesta se haya vendido. Inicia sesión y envía de nuevo: solo se puede pagar una vez.',
  unanswered: '{{said}} Puede que la apuesta se haya vendido. Envía de nuevo: solo se puede pagar una vez.',
} as const satisfies TextsLike<typeof english>;

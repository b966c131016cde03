import type { selling as english } from '../en/selling.ts';
import type { TextsLike } from '../texts-like.ts';

export const selling = {
  notOpened: 'No se pudo abrir la venta',
  notOpenedWhy: 'No se vendió nada. Revisa tu conexión y recarga la página.',
  cashedOut: 'Apuesta vendida',
  paidFor: '{{amount}} por tu apuesta a {{outcome}}.',
  notCashedOut: 'No se vendió',
  didNotSign: 'La billetera no firmó.',
  otherWallet: 'Otra billetera firmó esta venta. Conéctala para enviarla de nuevo.',
  staysOpen: 'No se pudo vender la apuesta, así que sigue abierta.',
  sessionEnded: 'Tu sesión ha terminado. No se vendió nada y tu apuesta sigue abierta.',
  unansweredSession:
    'Tu sesión ha terminado, así que no sabemos si la apuesta se vendió. Inicia sesión y envía la venta de nuevo: solo se puede pagar una vez.',
  unanswered:
    '{{said}} Puede que la apuesta se haya vendido. Es seguro enviar la venta de nuevo: la misma solicitud firmada solo se puede pagar una vez.',
} as const satisfies TextsLike<typeof english>;

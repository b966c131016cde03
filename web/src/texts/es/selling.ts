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
  stands: 'No se pudo vender la apuesta, así que sigue en pie.',
  sessionEnded: 'Tu sesión ha terminado. No se vendió nada y la apuesta sigue en pie.',
  unansweredSession:
    'Tu sesión ha terminado, así que no se sabe si la apuesta se vendió. Inicia sesión y envía la venta de nuevo: solo se puede pagar una vez.',
  unanswered:
    '{{said}} Puede que la apuesta se haya vendido. Enviar la venta de nuevo es seguro: es la misma solicitud firmada y solo se puede pagar una vez.',
} as const satisfies TextsLike<typeof english>;

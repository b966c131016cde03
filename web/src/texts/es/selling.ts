import type { selling as english } from '../en/selling.ts';
import type { TextsLike } from '../texts-like.ts';

export const selling = {
  notOpened: 'No se pudo abrir la venta',
  notOpenedWhy: 'No se vendió nada. Recarga la página.',
  didNotSign: 'La billetera no firmó.',
  otherWallet: 'Firmó otra billetera. Conéctala para enviar de nuevo.',
  ended: 'Terminó antes de que se pudiera vender.',
  staysOpen: 'No se vendió. Tu posición sigue abierta.',
  sessionEnded: 'Tu sesión ha terminado. Tu posición sigue abierta.',
  unansweredSession:
    'Tu sesión ha terminado; puede que la venta se haya pagado. Inicia sesión y envía de nuevo: solo se puede pagar una vez.',
  unanswered: '{{said}} Puede que la venta se haya pagado. Envía de nuevo: solo se puede pagar una vez.',
  automaticUnchanged: 'No se cambió nada. Tu apuesta sigue abierta.',
  automaticSession:
    'Tu sesión ha terminado; puede que tu venta automática se haya programado. Inicia sesión y envía de nuevo: solo se puede pagar una vez.',
  automaticUnanswered:
    '{{said}} Puede que tu venta automática se haya programado. Envía de nuevo: solo se puede pagar una vez.',
} as const satisfies TextsLike<typeof english>;

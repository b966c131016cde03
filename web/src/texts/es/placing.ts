import type { placing as english } from '../en/placing.ts';
import type { TextsLike } from '../texts-like.ts';

export const placing = {
  walletRequired: 'Falta la billetera',
  walletRequiredWhy: 'Conecta primero tu billetera',
  failed: 'La apuesta falló',
  unknownError: 'Ocurrió un error desconocido',
  transactionFailed: 'La transacción falló',
  failedToPlace: 'No se pudo hacer la apuesta',
  unanswered:
    'El servidor no respondió, así que puede que la apuesta se haya hecho. Es seguro enviarla de nuevo: la misma apuesta firmada solo se puede hacer una vez.',
  unansweredSaid:
    '{{said}} Puede que la apuesta se haya hecho. Es seguro enviarla de nuevo: solo se puede hacer una vez.',
  unansweredSession:
    'Tu sesión ha terminado, así que no se pudo enviar la apuesta de nuevo y puede que se haya hecho. Inicia sesión y envíala otra vez: solo se puede hacer una vez.',
  quoteOver: 'La cotización caducó mientras se esperaba a tu billetera',
  otherWallet: 'Otra billetera firmó esta apuesta. Conéctala para enviarla de nuevo.',
} as const satisfies TextsLike<typeof english>;

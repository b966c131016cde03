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
    'El servidor no respondió; puede que la apuesta se haya hecho. Envíala de nuevo: solo se puede hacer una vez.',
  unansweredError:
    'Error del servidor; puede que la apuesta se haya hecho. Envíala de nuevo: solo se puede hacer una vez.',
  unansweredSession:
    'Tu sesión ha terminado; puede que la apuesta se haya hecho. Inicia sesión y envíala de nuevo: solo se puede hacer una vez.',
  quoteOver: 'La cotización caducó',
  otherWallet: 'Otra billetera firmó esta apuesta. Conéctala para enviar de nuevo.',
} as const satisfies TextsLike<typeof english>;

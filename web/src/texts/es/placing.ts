import type { placing as english } from '../en/placing.ts';
import type { TextsLike } from '../texts-like.ts';

export const placing = {
  walletRequired: 'Falta la billetera',
  walletRequiredWhy: 'Conecta primero tu billetera',
  failed: 'La apuesta falló',
} as const satisfies TextsLike<typeof english>;

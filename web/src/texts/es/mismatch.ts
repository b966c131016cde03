import type { mismatch as english } from '../en/mismatch.ts';
import type { TextsLike } from '../texts-like.ts';

export const mismatch = {
  nowOtherAccount: 'Tu billetera muestra otra cuenta. Vuelve a {{expected}} o inicia sesión con la nueva.',
  nowOtherChain: 'Tu billetera está en {{now}}. Vuelve a {{expected}} o inicia sesión de nuevo.',
  unofferedChain: 'una red que no ofrecemos',
  switchBackTo: 'Volver a {{chain}}',
  signInOn: 'Iniciar sesión en {{chain}}',
  signInAs: 'Iniciar sesión como {{address}}',
} as const satisfies TextsLike<typeof english>;

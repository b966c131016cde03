import type { parts as english } from '../en/parts.ts';
import type { TextsLike } from '../texts-like.ts';

export const parts = {
  open: '{{open}} abiertos de {{staked}}, {{sold}} vendidos por {{paid}}',
  ended: '{{sold}} de {{staked}} vendidos por {{paid}} antes del final',
} as const satisfies TextsLike<typeof english>;

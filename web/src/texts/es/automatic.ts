import type { automatic as english } from '../en/automatic.ts';
import type { TextsLike } from '../texts-like.ts';

export const automatic = {
  cashesOutAt: 'Se vende a {{amount}}',
  change: 'Cambiar',
  set: 'Venta automática',
  ofBet: 'la venta automática de {{amount}} a {{outcome}}',
} as const satisfies TextsLike<typeof english>;

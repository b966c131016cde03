import type { toasts as english } from '../en/toasts.ts';
import type { TextsLike } from '../texts-like.ts';

export const toasts = {
  notification: 'Notificación',
} as const satisfies TextsLike<typeof english>;

import { toasts } from './en/toasts.ts';
import { withTexts } from './t.ts';

/** English texts of the region of toasts, loaded with it. */
export const enToasts = { toasts } as const;

/** `t` with them. */
export const t = withTexts(enToasts);

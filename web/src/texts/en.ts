import { frame } from './en/frame.ts';

/**
 * English texts of the first load, by area. What only appears after a click belongs into `en-later.ts`, what only admins
 * see into `en-admin.ts`. The other languages have all of them, with the same names.
 */
export const en = {
  frame,
} as const;

import { frame } from './en/frame.ts';

/**
 * English texts of the first load, by area. What only appears after a click belongs to the part it arrives with, such as
 * `t-account.ts`. The other languages have all of them, with the same names.
 */
export const en = {
  frame,
} as const;

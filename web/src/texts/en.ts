import { controls } from './en/controls.ts';
import { frame } from './en/frame.ts';
import { landing } from './en/landing.ts';

/**
 * English texts of the first load, by area. What only appears after a click belongs to the part it arrives with, such as
 * `t-account.ts`. The other languages have all of them, with the same names.
 */
export const en = {
  controls,
  frame,
  landing,
} as const;

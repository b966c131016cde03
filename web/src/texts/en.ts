import { card } from './en/card.ts';
import { categories } from './en/categories.ts';
import { controls } from './en/controls.ts';
import { frame } from './en/frame.ts';
import { landing } from './en/landing.ts';
import { markets } from './en/markets.ts';

/**
 * English texts of the first load, by area. What only appears after a click belongs to the part it arrives with, such as
 * `t-account.ts`. The other languages have all of them, with the same names.
 */
export const en = {
  card,
  categories,
  controls,
  frame,
  landing,
  markets,
} as const;

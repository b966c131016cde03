import { frame } from './en/frame.ts';

/** Every text of the app in English, by area. It is in the first load; the other languages have the same names. */
export const en = {
  frame,
} as const;

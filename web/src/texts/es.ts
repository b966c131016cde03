import { frame } from './es/frame.ts';
import type { Areas } from './t.ts';
import type { TextsLike } from './texts-like.ts';

/** Every text of the app in Spanish. It arrives when Spanish is chosen. */
export const es = {
  frame,
} as const satisfies { readonly [Area in keyof Areas]: TextsLike<Areas[Area]> };

import type { en } from './en.ts';
import { frame } from './es/frame.ts';
import type { enAccount } from './t-account.ts';
import type { enLegal } from './t-legal.ts';
import type { TextsLike } from './texts-like.ts';

type All = typeof en & typeof enAccount & typeof enLegal;

/** Every text of the app in Spanish. It arrives when Spanish is chosen. */
export const es = {
  frame,
} as const satisfies { readonly [Area in keyof All]: TextsLike<All[Area]> };

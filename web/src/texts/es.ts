import type { en } from './en.ts';
import { finding } from './es/finding.ts';
import { frame } from './es/frame.ts';
import { marketPage } from './es/market-page.ts';
import { noticePanel } from './es/notice-panel.ts';
import { notices } from './es/notices.ts';
import { odds } from './es/odds.ts';
import { offline } from './es/offline.ts';
import { palette } from './es/palette.ts';
import { stream } from './es/stream.ts';
import type { enAccount } from './t-account.ts';
import type { enLegal } from './t-legal.ts';
import type { enMarketPage } from './t-market-page.ts';
import type { enNotices } from './t-notices.ts';
import type { enPalette } from './t-palette.ts';
import type { TextsLike } from './texts-like.ts';

type All = typeof en &
  typeof enMarketPage &
  typeof enNotices &
  typeof enPalette &
  typeof enAccount &
  typeof enLegal;

/** Every text of the app in Spanish. It arrives when Spanish is chosen. */
export const es = {
  finding,
  frame,
  marketPage,
  noticePanel,
  notices,
  odds,
  offline,
  palette,
  stream,
} as const satisfies { readonly [Area in keyof All]: TextsLike<All[Area]> };

import type { en } from './en.ts';
import { frame } from './es/frame.ts';
import { marketPage } from './es/market-page.ts';
import { noticePanel } from './es/notice-panel.ts';
import { notices } from './es/notices.ts';
import { offline } from './es/offline.ts';
import { stream } from './es/stream.ts';
import type { enAccount } from './t-account.ts';
import type { enLegal } from './t-legal.ts';
import type { enMarketPage } from './t-market-page.ts';
import type { enNotices } from './t-notices.ts';
import type { TextsLike } from './texts-like.ts';

type All = typeof en & typeof enMarketPage & typeof enNotices & typeof enAccount & typeof enLegal;

/** Every text of the app in Spanish. It arrives when Spanish is chosen. */
export const es = {
  frame,
  marketPage,
  noticePanel,
  notices,
  offline,
  stream,
} as const satisfies { readonly [Area in keyof All]: TextsLike<All[Area]> };

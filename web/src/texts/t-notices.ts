import { noticePanel } from './en/notice-panel.ts';
import type { en } from './en.ts';
import { addTexts, textOf } from './t.ts';
import type { Translate } from './text-keys.ts';

/** English texts of the recent activity, which arrive when it is first opened. */
export const enNotices = { noticePanel } as const;

addTexts('en', enNotices);

/** `t` with the texts of the recent activity. */
export const t: Translate<typeof en & typeof enNotices> = textOf;

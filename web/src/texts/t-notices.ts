import { noticePanel } from './en/notice-panel.ts';
import { withTexts } from './t.ts';

/** English texts of the recent activity, loaded when it is first opened. */
export const enNotices = { noticePanel } as const;

/** `t` with the texts of the recent activity. */
export const t = withTexts(enNotices);

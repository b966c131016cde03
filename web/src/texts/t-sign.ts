import { sign } from './en/sign.ts';
import { withTexts } from './t.ts';

/** English texts of signed acts and sessions, loaded with the account and with the dashboard. */
export const enSign = { sign } as const;

/** `t` with the texts of signed acts and sessions. */
export const t = withTexts(enSign);

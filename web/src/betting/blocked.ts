import type { WireLimits } from '@tallystone/core/http-api';
import { momentText } from '../format/moment.tsx';

type Blocked = NonNullable<WireLimits['blocked']>;

/** What keeps the user from betting at a moment: a break or an exclusion that is not over. */
export function blockAt(limits: WireLimits | null, now: Date): Blocked | null {
  const blocked = limits?.blocked ?? null;
  return blocked !== null && Date.parse(blocked.until) > now.getTime() ? blocked : null;
}

/** Until when and why, with what it means for the money. */
export function blockedSentence({ kind, until }: Blocked): string {
  const why = kind === 'break' ? 'You are taking a break' : 'You excluded yourself from betting';
  return `${why} until ${momentText(until) ?? 'a later moment'}. No bets are taken until then; your open bets, their payouts and cash-outs are not touched.`;
}

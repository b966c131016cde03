import type { WireLimits } from '@tallystone/core/http-api/account';
import { momentText } from '../format/moment.tsx';
import { t } from '../texts/t-bet.ts';

type Blocked = NonNullable<WireLimits['blocked']>;

/** What keeps the user from betting at a moment: a break or an exclusion that is not over. */
export function blockAt(limits: WireLimits | null, now: Date): Blocked | null {
  const blocked = limits?.blocked ?? null;
  return blocked !== null && Date.parse(blocked.until) > now.getTime() ? blocked : null;
}

/** Until when and why, with what it means for the money. */
export function blockedSentence({ kind, until }: Blocked): string {
  const values = { until: momentText(until) ?? t('bet.laterMoment') };
  return kind === 'break' ? t('bet.onBreak', values) : t('bet.excluded', values);
}

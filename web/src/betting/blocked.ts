import type { WireLimits } from '@tallystone/core/http-api/account';
import { momentText } from '../format/moment.tsx';
import { t } from '../texts/t-bet.ts';

type Blocked = NonNullable<WireLimits['blocked']>;

/** The break or exclusion that keeps the bettor from betting at a moment; null if there is none. */
export function blockAt(limits: WireLimits | null, now: Date): Blocked | null {
  const blocked = limits?.blocked ?? null;
  return blocked !== null && Date.parse(blocked.until) > now.getTime() ? blocked : null;
}

/** Why and until when the bettor can't bet, and what that means for their money. */
export function blockedSentence({ kind, until }: Blocked): string {
  const values = { until: momentText(until) ?? t('bet.laterMoment') };
  return kind === 'break' ? t('bet.onBreak', values) : t('bet.excluded', values);
}

import { LIVE_WINDOW_MS, timeStatus } from '@tallystone/core/markets/time-status';
import { locale } from '../texts/language.ts';
import { t } from '../texts/t.ts';
import { momentText } from './moment.tsx';

const MINUTE_MS = 60_000;
const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const DAY_AND_CLOCK = { ...CLOCK, month: 'short', day: '2-digit' } as const;

/** By locale: making one takes longer than a long list of markets has. */
const clocks = new Map<string, Intl.DateTimeFormat>();
const daysAndClocks = new Map<string, Intl.DateTimeFormat>();

/**
 * When a market starts, ends or ended, in the reader's time zone.
 * A market without a start of its own starts, for this label, when its live hour opens.
 *
 * @param endsAt moment or ISO text
 * @param startsAt moment or ISO text
 * @returns in English `Starts MMM dd, yyyy HH:mm`, `Live - Ends HH:mm` or `Ended MMM dd, HH:mm`
 * @see docs/design/fixed-values.md#markets
 */
export function timeLabel(market: {
  endsAt: Date | string;
  startsAt?: Date | string | undefined;
  now: Date;
}): string {
  const end = new Date(market.endsAt);
  switch (timeStatus(market)) {
    case 'upcoming': {
      const start = new Date(market.startsAt ?? end.getTime() - LIVE_WINDOW_MS);
      return t('times.starts', { moment: momentText(start.toJSON() ?? '') ?? t('controls.unknownTime') });
    }
    case 'live':
      return t('times.liveEnds', { time: formatOf(clocks, CLOCK).format(end) });
    case 'ended':
      return t('times.endedAt', { moment: formatOf(daysAndClocks, DAY_AND_CLOCK).format(end) });
  }
}

/**
 * How long a market still runs, in its two largest units, rounded down.
 *
 * @param endsAt moment or ISO text
 * @returns in English `Nd Nh`, `Nh Nm`, `Nm`, or `Ended` once passed
 * @see docs/design/fixed-values.md#markets
 */
export function timeRemaining({ endsAt, now }: { endsAt: Date | string; now: Date }): string {
  const leftMs = new Date(endsAt).getTime() - now.getTime();
  if (leftMs <= 0) return t('times.ended');
  const minutes = Math.floor(leftMs / MINUTE_MS);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (days > 0) return t('times.daysLeft', { days, hours: hours % 24 });
  if (hours > 0) return t('times.hoursLeft', { hours, minutes: minutes % 60 });
  return t('times.minutesLeft', { minutes });
}

function formatOf(
  made: Map<string, Intl.DateTimeFormat>,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const tag = locale();
  const known = made.get(tag) ?? new Intl.DateTimeFormat(tag, options);
  made.set(tag, known);
  return known;
}

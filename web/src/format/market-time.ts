import { LIVE_WINDOW_MS, timeStatus } from '@tallystone/core/markets/time-status';
import { t } from '../texts/t.ts';
import { clockText, dayText } from './local-time.ts';
import { momentText } from './moment.tsx';

const MINUTE_MS = 60_000;

/**
 * When a market starts, ends or ended, in the reader's time zone.
 * For this label, a market without a start time starts when its live hour begins.
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
      return t('times.liveEnds', { time: clockText(end) });
    case 'ended':
      return t('times.endedAt', { moment: `${dayText(end)}, ${clockText(end)}` });
  }
}

/** A short time as minutes and seconds, such as `2:05`. */
export function countdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/**
 * The time a market has left, in its two largest units, rounded down.
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

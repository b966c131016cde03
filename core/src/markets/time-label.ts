import { LIVE_WINDOW_MS, timeStatus } from './time-status.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/**
 * When a market starts, ends or ended, in the reader's time zone.
 * A market without a start of its own starts, for this label, when its live hour opens.
 *
 * @param endsAt moment or ISO text
 * @param startsAt moment or ISO text
 * @returns `Starts MMM dd, yyyy HH:mm`, `Live - Ends HH:mm` or `Ended MMM dd, HH:mm`
 * @see product spec, section 4; design, S11
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
      return `Starts ${monthAndDay(start)}, ${start.getFullYear()} ${hourAndMinute(start)}`;
    }
    case 'live':
      return `Live - Ends ${hourAndMinute(end)}`;
    case 'ended':
      return `Ended ${monthAndDay(end)}, ${hourAndMinute(end)}`;
  }
}

function monthAndDay(moment: Date): string {
  return `${MONTHS[moment.getMonth()]} ${twoDigits(moment.getDate())}`;
}

function hourAndMinute(moment: Date): string {
  return `${twoDigits(moment.getHours())}:${twoDigits(moment.getMinutes())}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

import { t } from '../texts/t.ts';

/*
 * Times in the reader's time zone, as cards show them. Without Intl: a page's first date format takes a phone a tenth of
 * a second, in which it answers no touch.
 */

/** Such as `14:05`. @param at moment, or ms since 1970 */
export function clockText(at: Date | number): string {
  const moment = new Date(at);
  return [moment.getHours(), moment.getMinutes()].map(twoDigits).join(':');
}

/** In English such as `Nov 05`. */
export function dayText(at: Date): string {
  return t('times.day', dayOf(at));
}

/** In English such as `Nov 05, 2026`. */
export function dateText(at: Date): string {
  return t('times.date', { ...dayOf(at), year: at.getFullYear() });
}

function dayOf(at: Date) {
  return { month: t('times.months').split(' ')[at.getMonth()] ?? '', day: twoDigits(at.getDate()) };
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

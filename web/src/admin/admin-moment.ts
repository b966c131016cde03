import { momentText, utcText } from '../format/moment.tsx';

/** A time in the reader's time zone, in the bettors' format, such as `Nov 21, 2026 14:05`; empty if it can't be parsed. */
export function localMoment(iso: string): string {
  return momentText(iso) ?? '';
}

/** The same time in UTC, such as `2026-11-21 13:05 UTC`; empty if it can't be parsed. */
export function utcMoment(iso: string): string {
  return momentText(iso) === null ? '' : utcText(iso);
}

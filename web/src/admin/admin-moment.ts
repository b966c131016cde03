import { momentText, utcText } from '../format/moment.tsx';

/** A moment in the reader's own zone as bettors see it too, such as `Nov 21, 2026 14:05`; empty when it cannot be read. */
export function localMoment(iso: string): string {
  return momentText(iso) ?? '';
}

/** The same moment in UTC, such as `2026-11-21 13:05 UTC`; empty when it cannot be read. */
export function utcMoment(iso: string): string {
  return momentText(iso) === null ? '' : utcText(iso);
}

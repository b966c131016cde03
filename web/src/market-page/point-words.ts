import { t } from '../texts/t-market-page.ts';
import { dateWords } from './date-words.ts';

const TO_THE_MINUTE: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
};
const TO_THE_SECOND: Intl.DateTimeFormatOptions = { ...TO_THE_MINUTE, second: '2-digit' };

/** A moment of the history in the reader's zone, to the second: `Nov 22, 2026, 17:05:09`. */
export function pointTime(at: number): string {
  return dateWords(at, TO_THE_SECOND);
}

/** The same to the minute, for running text. */
export function pointMinute(at: number): string {
  return dateWords(at, TO_THE_MINUTE);
}

/** A probability as the outcomes show it: `54.2%`. */
export function pointValue(percent: number | null): string {
  return percent === null ? t('marketPage.noPrice') : `${percent.toFixed(1)}%`;
}

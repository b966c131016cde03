import { say } from '@tallystone/core/sentences/say';
import { HttpError } from '../http/http-error.ts';

const DAY = /^2[01]\d\d-\d\d-\d\d$/;

/** As `yyyy-mm-dd`. */
export const dayOf = (day: Date): string => day.toISOString().slice(0, 10);

/**
 * The beginning of a UTC day.
 *
 * @param name of the field, for the sentence
 * @throws HttpError `invalid-request` if there is no such day
 */
export function readDay(text: string, name: 'from' | 'to'): Date {
  const day = new Date(`${text}T00:00:00Z`);
  // February 30 is invalid or parses as another day.
  if (!DAY.test(text) || Number.isNaN(day.getTime()) || dayOf(day) !== text) {
    throw new HttpError('invalid-request', say('not-a-day', { name }));
  }
  return day;
}

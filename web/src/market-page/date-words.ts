import { locale } from '../texts/language.ts';

const made = new Map<string, Intl.DateTimeFormat>();

/**
 * Formats a moment in epoch seconds. Formats are cached, because a table has hundreds of moments and creating a format
 * takes as long as using it ten times.
 */
export function dateWords(at: number, options: Intl.DateTimeFormatOptions): string {
  const key = `${locale()} ${JSON.stringify(options)}`;
  let format = made.get(key);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(locale(), options);
    made.set(key, format);
  }
  return format.format(at * 1000);
}

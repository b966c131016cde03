import { locale } from '../texts/language.ts';

const made = new Map<string, Intl.DateTimeFormat>();

/** Writes a moment, epoch seconds. Formats are kept: a table has hundreds of moments, and each format costs as much as ten. */
export function dateWords(at: number, options: Intl.DateTimeFormatOptions): string {
  const key = `${locale()} ${JSON.stringify(options)}`;
  let format = made.get(key);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(locale(), options);
    made.set(key, format);
  }
  return format.format(at * 1000);
}

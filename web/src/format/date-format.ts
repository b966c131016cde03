import { locale } from '../texts/language.ts';

/** A date format in the chosen language. Cached by locale: creating one is too slow for a long list. */
export function dateFormat(options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  const made = new Map<string, Intl.DateTimeFormat>();
  return () => {
    const tag = locale();
    const format = made.get(tag) ?? new Intl.DateTimeFormat(tag, options);
    made.set(tag, format);
    return format;
  };
}

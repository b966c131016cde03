import { cleanText } from './clean-text.ts';

/** The same for titles that people would take for the same. */
export function titleKey(title: string): string {
  return cleanText(title).normalize('NFKC').toLowerCase();
}

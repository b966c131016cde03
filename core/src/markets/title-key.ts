import { cleanText } from './clean-text.ts';

/** Equal for titles that people would consider the same. */
export function titleKey(title: string): string {
  return cleanText(title).normalize('NFKC').toLowerCase();
}

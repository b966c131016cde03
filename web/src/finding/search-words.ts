import { foldText } from './fold-text.ts';

/** Characters of a search. More is cut off, where it is typed and in an address. */
export const SEARCH_LIMIT = 100;
/** Words of a search that are looked for. */
const WORDS_LIMIT = 10;

/** The search as far as it is used. */
export function cutSearch(text: string): string {
  if (text.length <= SEARCH_LIMIT) return text;
  // Not through the middle of a character of two units.
  const last = text.charCodeAt(SEARCH_LIMIT - 1);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isHalf ? SEARCH_LIMIT - 1 : SEARCH_LIMIT);
}

/** What has to stand in a market for it to be found: each word once, folded. None of an empty search. */
export function searchWords(text: string): readonly string[] {
  const words = foldText(cutSearch(text)).split(/\s+/).filter(Boolean);
  return [...new Set(words)].slice(0, WORDS_LIMIT);
}

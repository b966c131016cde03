import { foldText } from './fold-text.ts';

/** Longest search in characters. More is cut off, both when typed and in an address. */
export const SEARCH_LIMIT = 100;
/** Most words of a search that are used. */
const WORDS_LIMIT = 10;

/** Cuts a search to the limit. */
export function cutSearch(text: string): string {
  if (text.length <= SEARCH_LIMIT) return text;
  // Doesn't split a surrogate pair.
  const last = text.charCodeAt(SEARCH_LIMIT - 1);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isHalf ? SEARCH_LIMIT - 1 : SEARCH_LIMIT);
}

/** The words a market must contain to match, each once and folded; empty for an empty search. */
export function searchWords(text: string): readonly string[] {
  const words = foldText(cutSearch(text)).split(/\s+/).filter(Boolean);
  return [...new Set(words)].slice(0, WORDS_LIMIT);
}

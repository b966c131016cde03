import { createContext, use } from 'react';

const NONE: readonly string[] = [];

/** The folded words that the list around is searched for; what shows a found text marks them in it. */
export const SearchWords = createContext<readonly string[]>(NONE);

export function useSearchWords(): readonly string[] {
  return use(SearchWords);
}

import { createContext, use } from 'react';

const NONE: readonly string[] = [];

/** The folded search words of the surrounding list, which `Highlighted` marks. */
export const SearchWords = createContext<readonly string[]>(NONE);

export function useSearchWords(): readonly string[] {
  return use(SearchWords);
}

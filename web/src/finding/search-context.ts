import { createContext } from 'react';

/** The folded search words of the surrounding list, which `Highlighted` marks. */
export const SearchWords = createContext<readonly string[]>([]);

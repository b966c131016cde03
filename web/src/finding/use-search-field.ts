import { useEffect, useRef, useState } from 'react';
import type { ListAddress } from './list-address.ts';
import { cutSearch, SEARCH_LIMIT } from './search-words.ts';
import type { ChangeList } from './use-list-address.ts';

/** How long after the last key the address is updated: browsers limit such changes. */
const REST_MS = 250;

export type SearchField = ReturnType<typeof useSearchField>;

/**
 * The text of the search. The address follows the field when typing pauses; if the address changes by Back, Forward or
 * a link, the field follows it. Each visit to the field adds one history entry, however much is typed.
 */
export function useSearchField({ search }: Pick<ListAddress, 'search'>, change: ChangeList) {
  const [text, setText] = useState(search);
  const [wasCut, setWasCut] = useState(() => isLong(new URLSearchParams(location.search).get('q') ?? ''));
  /** The search last written to or read from the address: any other value is a change from elsewhere. */
  const written = useRef(search);
  const inStep = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  useEffect(() => {
    if (written.current === search) return;
    written.current = search;
    inStep.current = false;
    clearTimeout(timer.current);
    setText(search);
    setWasCut(false);
  }, [search]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const write = (next: string) => {
    clearTimeout(timer.current);
    // Spaces alone are an empty search.
    const query = next.trim() === '' ? '' : next;
    if (query === written.current) return;
    written.current = query;
    change({ search: query }, { replace: inStep.current });
    inStep.current = true;
  };

  return {
    text,
    /** Whether the typed text, or the address, was longer than the search limit. */
    wasCut,
    type: (typed: string) => {
      const next = cutSearch(typed);
      setText(next);
      setWasCut(isLong(typed));
      clearTimeout(timer.current);
      timer.current = setTimeout(() => write(next), REST_MS);
    },
    /** Empties the search, with its own history entry. */
    clear: () => {
      setText('');
      setWasCut(false);
      inStep.current = false;
      write('');
    },
    /** Writes the search to the address at once; the next typing adds a new history entry. */
    leave: () => {
      write(text);
      inStep.current = false;
    },
  };
}

function isLong(text: string): boolean {
  return text.length > SEARCH_LIMIT;
}

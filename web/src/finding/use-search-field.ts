import { useEffect, useRef, useState } from 'react';
import type { ListAddress } from './list-address.ts';
import { cutSearch, SEARCH_LIMIT } from './search-words.ts';
import type { ChangeList } from './use-list-address.ts';

/** How long typing rests before the address follows: browsers allow a page few changes of it. */
const REST_MS = 250;

export interface SearchField {
  /** What stands in the field, and what is searched. */
  text: string;
  /** True while more was typed, or came with the address, than is searched. */
  wasCut: boolean;
  type: (text: string) => void;
  /** Empties the search as a step of its own. */
  clear: () => void;
  /** What is typed is done with: it is in the address at once, and what is typed next is a new step. */
  leave: () => void;
}

/**
 * The text of the search. The field leads and the address follows when typing rests; when the address changes without
 * it, by Back, Forward or a link, the field follows. One visit to the field is one step back, however much is typed.
 */
export function useSearchField({ search }: Pick<ListAddress, 'search'>, change: ChangeList): SearchField {
  const [text, setText] = useState(search);
  const [wasCut, setWasCut] = useState(() => isLong(new URLSearchParams(location.search).get('q') ?? ''));
  /** What the address is known to hold: anything else in it came from elsewhere. */
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
    // Spaces alone are no search, and the address has none of them.
    const said = next.trim() === '' ? '' : next;
    if (said === written.current) return;
    written.current = said;
    change({ search: said }, { replace: inStep.current });
    inStep.current = true;
  };

  return {
    text,
    wasCut,
    type: (typed) => {
      const next = cutSearch(typed);
      setText(next);
      setWasCut(isLong(typed));
      clearTimeout(timer.current);
      timer.current = setTimeout(() => write(next), REST_MS);
    },
    clear: () => {
      setText('');
      setWasCut(false);
      inStep.current = false;
      write('');
    },
    leave: () => {
      write(text);
      inStep.current = false;
    },
  };
}

function isLong(text: string): boolean {
  return text.length > SEARCH_LIMIT;
}

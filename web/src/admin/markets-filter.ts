import { useEffect, useRef, useState } from 'react';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { STATUS_FILTERS, type StatusFilter } from './admin-markets.ts';

/** Delay after the last key, in ms: browsers limit how often the address may change. */
const WRITE_MS = 300;

/** The filter of the markets table. Stored in the address, `?q=ana&status=open`, so that it survives a reload. */
export function useMarketsFilter() {
  const params = new URLSearchParams(useSearch());
  const inAddress = params.get('q') ?? '';
  const status = STATUS_FILTERS.find((each) => each === params.get('status')) ?? 'all';
  const [search, setTyped] = useState(inAddress);
  // A link or the Back button may change the address.
  const [known, setKnown] = useState(inAddress);
  if (inAddress !== known) {
    setKnown(inAddress);
    setTyped(inAddress);
  }

  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; search: string } | null>(null);
  const writeNow = (after: { search?: string; status?: StatusFilter }) => {
    const last = waiting.current;
    if (last !== null) clearTimeout(last.timer);
    waiting.current = null;
    write({ ...(last !== null && { search: last.search }), ...after });
  };
  useEffect(() => {
    const page = window.location.pathname;
    return () => {
      const last = waiting.current;
      if (last === null) return;
      clearTimeout(last.timer);
      waiting.current = null;
      // Typed just before another tab was opened. It doesn't belong in other pages' addresses.
      if (window.location.pathname === page) write({ search: last.search });
    };
  }, []);

  return {
    search,
    status,
    setSearch: (text: string) => {
      setTyped(text);
      if (waiting.current !== null) clearTimeout(waiting.current.timer);
      waiting.current = { search: text, timer: setTimeout(() => writeNow({}), WRITE_MS) };
    },
    setStatus: (chosen: StatusFilter) => writeNow({ status: chosen }),
    showAll: () => {
      setTyped('');
      writeNow({ search: '', status: 'all' });
    },
  };
}

/** Replaces the history entry, so Back leaves the page instead of undoing what was typed. */
function write({ search, status }: { search?: string; status?: StatusFilter }): void {
  const params = new URLSearchParams(window.location.search);
  if (search !== undefined) set(params, 'q', search.trim() === '' ? '' : search);
  if (status !== undefined) set(params, 'status', status === 'all' ? '' : status);
  const query = params.size > 0 ? `?${params}` : '';
  if (query === window.location.search) return;
  navigate(`${window.location.pathname}${query}${window.location.hash}`, { replace: true });
}

function set(params: URLSearchParams, name: string, value: string): void {
  if (value === '') params.delete(name);
  else params.set(name, value);
}

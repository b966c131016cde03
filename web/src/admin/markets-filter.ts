import { useEffect, useRef, useState } from 'react';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { STATUS_FILTERS, type StatusFilter } from './admin-markets.ts';

/** After the last key: the address is not written with every letter, which browsers also refuse. */
const WRITE_MS = 300;

/** What the table of markets is sieved by. It stands in the address, `?q=ana&status=open`, so that it stays. */
export function useMarketsFilter() {
  const params = new URLSearchParams(useSearch());
  const asked = params.get('q') ?? '';
  const status = statusOf(params.get('status'));
  const [search, setTyped] = useState(asked);
  // Another address was gone to, by a link or by going back.
  const [known, setKnown] = useState(asked);
  if (asked !== known) {
    setKnown(asked);
    setTyped(asked);
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
      // Typed just before another tab was opened; to other pages it does not belong.
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

/** In place of the address before: going back leads to where one was, not to what was typed. */
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

function statusOf(asked: string | null): StatusFilter {
  return STATUS_FILTERS.find((status) => status === asked) ?? 'all';
}

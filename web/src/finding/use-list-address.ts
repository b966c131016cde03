import { useCallback, useMemo } from 'react';
import { useSearch, useSearchParams } from 'wouter';
import { changeListAddress, type ListAddress, readListAddress } from './list-address.ts';

/** @param options.replace replaces the history entry instead of adding one */
export type ChangeList = (change: Partial<ListAddress>, options?: { replace?: boolean }) => void;

/** The list's state in the page's address, and a function to change it. */
export function useListAddress(): [ListAddress, ChangeList] {
  const search = useSearch();
  const [, setParams] = useSearchParams();
  const address = useMemo(() => readListAddress(new URLSearchParams(search)), [search]);
  const change = useCallback<ChangeList>(
    (query, { replace = false } = {}) => {
      const before = new URLSearchParams(window.location.search);
      const after = changeListAddress(before, query);
      // An unchanged address adds no history entry.
      if (after.toString() !== before.toString()) setParams(after, { replace });
    },
    [setParams],
  );
  return [address, change];
}

import { useCallback, useMemo } from 'react';
import { useSearch, useSearchParams } from 'wouter';
import { changeListAddress, type ListAddress, readListAddress } from './list-address.ts';

/** @param options.replace goes on with the last step, where otherwise Back undoes this change alone */
export type ChangeList = (change: Partial<ListAddress>, options?: { replace?: boolean }) => void;

/** What the list shows, as the address of the page has it, and the way to change it. */
export function useListAddress(): [ListAddress, ChangeList] {
  const search = useSearch();
  const [, setParams] = useSearchParams();
  const address = useMemo(() => readListAddress(new URLSearchParams(search)), [search]);
  const change = useCallback<ChangeList>(
    (query, { replace = false } = {}) => {
      const before = new URLSearchParams(window.location.search);
      const after = changeListAddress(before, query);
      // What is there already is no step.
      if (after.toString() !== before.toString()) setParams(after, { replace });
    },
    [setParams],
  );
  return [address, change];
}

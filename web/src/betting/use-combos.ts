import type { WireCombo } from '@tallystone/core/http-api/combos';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callLater } from '../data/call-later.ts';
import { useRenewed } from '../data/use-renewed.ts';
import { COMBOS_PER_PAGE, combosQuery } from './combos-query.ts';
import { marketsOf } from './sold.ts';
import { useLookAgain } from './use-look-again.ts';

/** Values move with their markets; they are read again at most this often, in ms. */
const VALUES_EVERY_MS = 5_000;
/** The stream brings no news of a game's other markets to this page, so open combos are read again this often, in ms. */
const QUIET_EVERY_MS = 15_000;

export type Combos = ReturnType<typeof useCombos>;

/** The signed-in bettor's combos, newest first, kept current while the page is visible. */
export function useCombos() {
  const lookAgain = useLookAgain();
  /** The older combos by the id before which each page begins. */
  const [pages, setPages] = useState<Readonly<Record<string, readonly WireCombo[]>>>({});
  const older = Object.values(pages).flat();
  const query = useQuery({
    ...combosQuery,
    // Combos end at any time, so they are read again on every visit.
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => {
      const shown = [...(state.data ?? []), ...older];
      return lookAgain(shown) || (shown.some(isOpenCombo) ? QUIET_EVERY_MS : false);
    },
  });
  const [reading, setReading] = useState<'more' | 'loading' | 'failed' | 'none'>('more');
  const { data, error, refetch, dataUpdatedAt } = query;
  // Older pages that can still change are read again with the newest.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each read of the newest
  useEffect(() => {
    const read = new AbortController();
    for (const [before, page] of Object.entries(pages)) {
      if (page.some(isOpenCombo)) void readPage(before, read.signal).catch(() => {}); // the next read tries again
    }
    return () => read.abort();
  }, [dataUpdatedAt]);
  const combos = data === undefined ? null : unique([...data, ...older]);
  const open = combos?.filter(isOpenCombo) ?? [];
  useRenewed(open.flatMap(marketsOf), combosQuery.queryKey, { everyMs: VALUES_EVERY_MS });

  const readPage = async (before: string, signal?: AbortSignal) => {
    const page = await callLater('listCombos', { query: { before }, ...(signal && { signal }) });
    if (!signal?.aborted) setPages((known) => ({ ...known, [before]: page }));
    return page;
  };
  const showOlder = async (before: string) => {
    setReading('loading');
    try {
      const page = await readPage(before);
      setReading(page.length < COMBOS_PER_PAGE ? 'none' : 'more');
    } catch {
      setReading('failed');
    }
  };
  const last = combos?.at(-1);
  const hasOlder = reading !== 'none' && (combos?.length ?? 0) >= COMBOS_PER_PAGE;
  return {
    /** Null until they have loaded. */
    combos,
    error,
    retry: () => void refetch(),
    /** Null if there are no older combos. */
    showOlder: hasOlder && last !== undefined ? () => void showOlder(last.id) : null,
    loadingOlder: reading === 'loading',
    olderFailed: reading === 'failed',
  };
}

export const isOpenCombo = ({ result }: WireCombo): boolean => result === undefined;

/** Keeps the first combo of each id, which was read last. */
function unique(combos: readonly WireCombo[]): WireCombo[] {
  const seen = new Set<string>();
  return combos.filter(({ id }) => !seen.has(id) && seen.add(id));
}

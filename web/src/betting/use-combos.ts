import type { WireCombo } from '@tallystone/core/http-api/combos';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callLater } from '../data/call-later.ts';
import { useRenewed } from '../data/use-renewed.ts';
import { combosQuery } from './combos-query.ts';
import { marketsOf } from './sold.ts';
import { useLookAgain } from './use-look-again.ts';

/** Most combos in one answer from the server. */
const COMBOS_PER_PAGE = 100;
/** Values move with their markets; they are read again at most this often, in ms. */
const VALUES_EVERY_MS = 5_000;
/** The stream brings no news of a game's other markets to this page, so open combos are read again this often, in ms. */
const QUIET_EVERY_MS = 15_000;

export type Combos = ReturnType<typeof useCombos>;

/** The signed-in bettor's combos, newest first, kept current while the page is visible. */
export function useCombos() {
  const lookAgain = useLookAgain();
  const query = useQuery({
    ...combosQuery,
    // Combos end at any time, so they are read again on every visit.
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      lookAgain(state.data) || (state.data?.some(isOpenCombo) ? QUIET_EVERY_MS : false),
  });
  const [older, setOlder] = useState<readonly WireCombo[]>([]);
  const [reading, setReading] = useState<'more' | 'loading' | 'failed' | 'none'>('more');
  const { data, error, refetch } = query;
  const combos = data === undefined ? null : unique([...data, ...older]);
  const open = combos?.filter(isOpenCombo) ?? [];
  useRenewed(open.flatMap(marketsOf), combosQuery.queryKey, { everyMs: VALUES_EVERY_MS });

  const showOlder = async (before: string) => {
    setReading('loading');
    try {
      const page = await callLater('listCombos', { query: { before } });
      setOlder((known) => [...known, ...page]);
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

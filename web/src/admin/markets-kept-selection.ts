import type { QueryClient } from '@tanstack/react-query';

const KEY = ['kept selection of markets'];

interface KeptSelection {
  /** Address of the admin who chose them: no other goes on with it. */
  owner: string;
  ids: readonly string[];
}

/** Keeps what was chosen when a session ended, for some minutes. */
export function keepSelection(queryClient: QueryClient, kept: KeptSelection): void {
  queryClient.setQueryData<KeptSelection>(KEY, kept);
}

/** What its owner had chosen; empty for everybody else. */
export function keptSelection(queryClient: QueryClient, owner: string | null): ReadonlySet<string> {
  const kept = queryClient.getQueryData<KeptSelection>(KEY);
  return new Set(kept !== undefined && kept.owner === owner ? kept.ids : []);
}

export function forgetSelection(queryClient: QueryClient): void {
  queryClient.removeQueries({ queryKey: KEY });
}

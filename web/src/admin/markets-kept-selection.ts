import type { QueryClient } from '@tanstack/react-query';

const KEY = ['kept selection of markets'];

interface KeptSelection {
  /** Address of the admin who selected them: no other admin gets this selection. */
  owner: string;
  ids: readonly string[];
}

/** Keeps the selection for some minutes after a session ends. */
export function keepSelection(queryClient: QueryClient, kept: KeptSelection): void {
  queryClient.setQueryData<KeptSelection>(KEY, kept);
}

/** The owner's kept selection; empty for any other admin. */
export function keptSelection(queryClient: QueryClient, owner: string | null): ReadonlySet<string> {
  const kept = queryClient.getQueryData<KeptSelection>(KEY);
  return new Set(kept !== undefined && kept.owner === owner ? kept.ids : []);
}

export function forgetSelection(queryClient: QueryClient): void {
  queryClient.removeQueries({ queryKey: KEY });
}

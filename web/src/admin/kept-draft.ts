import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * Something typed that outlives its dialog for some minutes: a slip of the hand that closes it, or a session that
 * ends, loses nothing. Kept in memory under its key, and gone with `forget`.
 */
export function useKeptDraft<T>(key: string, empty: T): [T, (draft: T) => void, () => void] {
  const queryClient = useQueryClient();
  const queryKey = ['kept draft', key];
  const [draft, setDraft] = useState<T>(() => queryClient.getQueryData<T>(queryKey) ?? empty);
  return [
    draft,
    (next) => {
      setDraft(next);
      queryClient.setQueryData<T>(queryKey, next);
    },
    () => queryClient.removeQueries({ queryKey, exact: true }),
  ];
}

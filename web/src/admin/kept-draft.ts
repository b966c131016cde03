import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * Input that outlives its dialog for some minutes, so it isn't lost if the dialog is closed by accident or the session
 * ends. Stored in memory under its key until `forget`.
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

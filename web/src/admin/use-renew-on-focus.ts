import { useEffect } from 'react';
import { listenTo } from '../signals/listen-to.ts';

/** Refetches when the window regains focus, even from another window beside it. One request at a time. */
export function useRenewOnFocus(refetch: (options: { cancelRefetch: boolean }) => unknown): void {
  useEffect(() => listenTo(window, ['focus'], () => void refetch({ cancelRefetch: false })), [refetch]);
}

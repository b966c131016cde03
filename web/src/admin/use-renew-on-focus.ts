import { useEffect } from 'react';

/** Refetches when the window regains focus, even from another window beside it. One request at a time. */
export function useRenewOnFocus(refetch: (options: { cancelRefetch: boolean }) => unknown): void {
  useEffect(() => {
    const renew = () => void refetch({ cancelRefetch: false });
    window.addEventListener('focus', renew);
    return () => window.removeEventListener('focus', renew);
  }, [refetch]);
}

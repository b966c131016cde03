import { useEffect } from 'react';

/** Reads again when the window gets the focus back, also from another window beside it. One reading at a time. */
export function useRenewOnFocus(refetch: (options: { cancelRefetch: boolean }) => unknown): void {
  useEffect(() => {
    const renew = () => void refetch({ cancelRefetch: false });
    window.addEventListener('focus', renew);
    return () => window.removeEventListener('focus', renew);
  }, [refetch]);
}

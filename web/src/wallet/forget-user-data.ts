import type { QueryClient } from '@tanstack/react-query';

const tokenOf = new WeakMap<QueryClient, string | null>();

/**
 * Data of one session must not be shown in another. When the token changes, every query of /api/user is reset, and
 * those on the screen are read again.
 */
export function forgetUserData(queryClient: QueryClient, authToken: string | null): void {
  const before = tokenOf.get(queryClient);
  tokenOf.set(queryClient, authToken);
  if (before === undefined || before === authToken) return;
  const path = (key: readonly unknown[]) => key.map(String).join('/');
  void queryClient.resetQueries({
    predicate: ({ queryKey }) => path(queryKey).startsWith('/api/user/'),
  });
}

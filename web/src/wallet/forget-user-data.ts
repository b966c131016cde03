import type { QueryClient } from '@tanstack/react-query';

const tokenOf = new WeakMap<QueryClient, string | null>();

/**
 * Data read under one session must not be shown under another. When the token changes, everything under
 * /api/user is read anew by whoever shows it.
 */
export function forgetUserData({
  queryClient,
  authToken,
}: {
  queryClient: QueryClient;
  authToken: string | null;
}): void {
  const before = tokenOf.get(queryClient);
  tokenOf.set(queryClient, authToken);
  if (before === undefined || before === authToken) return;
  const path = (key: readonly unknown[]) => key.map(String).join('/');
  void queryClient.resetQueries({
    predicate: ({ queryKey }) => path(queryKey).startsWith('/api/user/'),
  });
}

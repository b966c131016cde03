import type { QueryClient } from '@tanstack/react-query';

const tokenOf = new WeakMap<QueryClient, string | null>();

/**
 * Data read under one session must not be shown under another. When the token changes, everything under
 * /api/user is read anew by whoever shows it, and quotes (which may carry the user's token) are dropped.
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
    predicate: ({ queryKey }) => /^\/api\/user\/|\/quote\?/.test(path(queryKey)),
  });
}

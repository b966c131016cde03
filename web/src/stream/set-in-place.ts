import type { InferDataFromTag, QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Sets data under a key and keeps it marked as stale if it was: the stream updates only some fields, and the key may be
 * stale because of others.
 */
export function setInPlace<Key extends QueryKey>(
  queryClient: QueryClient,
  queryKey: Key,
  data: InferDataFromTag<unknown, Key>,
): void {
  const wasInvalidated = queryClient.getQueryState(queryKey)?.isInvalidated === true;
  queryClient.setQueryData<unknown>(queryKey as QueryKey, data);
  if (wasInvalidated) void queryClient.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
}

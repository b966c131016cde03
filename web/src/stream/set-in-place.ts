import type { InferDataFromTag, QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Puts new data under a key without forgetting that it was to be read again: the stream brings what moves, and it may
 * have been marked for what does not.
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

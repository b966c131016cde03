import { QueryClient, type QueryFunction } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { sendRequest } from './send-request.ts';

const gcTimeMs = 5 * 60_000;

/**
 * The default read: a GET of the path that is the query key, parsed as JSON.
 * `returnNull` turns "not signed in" into null instead of an error.
 */
export function getQueryFn<T>({ on401 }: { on401: 'returnNull' | 'throw' }): QueryFunction<T> {
  return async ({ queryKey, signal }) => {
    try {
      const answer = await sendRequest({ method: 'GET', path: queryKey.map(String).join('/'), signal });
      return answer as T; // the caller gives the type of the path
    } catch (error) {
      if (on401 === 'returnNull' && error instanceof ApiError && error.status === 401) return null as T; // T includes null here
      throw error;
    }
  };
}

/** Data is read once and refreshed only when we say so: no refocus, no polling, never stale, no retries. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: getQueryFn({ on401: 'throw' }),
        refetchOnWindowFocus: false,
        refetchInterval: false,
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        gcTime: gcTimeMs,
      },
      // Not queued while offline: a change that the user has given up on must not happen later.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

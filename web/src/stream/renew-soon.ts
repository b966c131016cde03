import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Rereads data that depends on markets: each key at most once per `everyMs`, and only while it is shown; otherwise it is
 * read when next shown.
 */
export function renewSoon(queryClient: QueryClient, everyMs: number) {
  const waiting = new Map<string, ReturnType<typeof setTimeout>>();
  const renewedAt = new Map<string, number>();

  const renewIn = (ms: number, name: string, queryKey: QueryKey) => {
    const timer = setTimeout(() => renew(name, queryKey), ms);
    waiting.set(name, timer);
  };
  const renew = (name: string, queryKey: QueryKey) => {
    waiting.delete(name);
    // A pending answer may be older than the change that made this request.
    if (queryClient.getQueryState(queryKey)?.fetchStatus === 'fetching') {
      return renewIn(everyMs, name, queryKey);
    }
    renewedAt.set(name, Date.now());
    void queryClient.invalidateQueries({ queryKey, exact: true });
  };

  return {
    ask(queryKey: QueryKey) {
      const name = queryKey.join('/');
      if (waiting.has(name) || queryClient.getQueryState(queryKey) === undefined) return;
      const since = Date.now() - (renewedAt.get(name) ?? Number.NEGATIVE_INFINITY);
      renewIn(Math.max(everyMs - since, 0), name, queryKey);
    },
    stop() {
      for (const timer of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
}

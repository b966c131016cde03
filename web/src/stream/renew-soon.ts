import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Has data read again that follows from markets, without ever asking faster than it may be asked for. */
export interface RenewSoon {
  ask(queryKey: QueryKey): void;
  stop(): void;
}

/**
 * Each key is read again at most once in `everyMs`, and only while somebody looks at it: what nobody shows is read when
 * it is shown next.
 */
export function renewSoon(queryClient: QueryClient, everyMs: number): RenewSoon {
  const waiting = new Map<string, ReturnType<typeof setTimeout>>();
  const renewedAt = new Map<string, number>();

  const renew = (name: string, queryKey: QueryKey) => {
    waiting.delete(name);
    // An answer on its way may be older than what is asked for now.
    if (queryClient.getQueryState(queryKey)?.fetchStatus === 'fetching') {
      waiting.set(
        name,
        setTimeout(() => renew(name, queryKey), everyMs),
      );
      return;
    }
    renewedAt.set(name, Date.now());
    void queryClient.invalidateQueries({ queryKey, exact: true });
  };

  return {
    ask(queryKey) {
      const name = queryKey.join('/');
      if (waiting.has(name) || queryClient.getQueryState(queryKey) === undefined) return;
      const since = Date.now() - (renewedAt.get(name) ?? Number.NEGATIVE_INFINITY);
      waiting.set(
        name,
        setTimeout(() => renew(name, queryKey), Math.max(everyMs - since, 0)),
      );
    },
    stop() {
      for (const timer of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
}

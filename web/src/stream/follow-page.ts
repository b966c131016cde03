export interface PageWatcher {
  /** The browser is online again, or the page was restored from the back-forward cache. */
  onBack: () => void;
  onOffline: () => void;
  /** The page is visible again. */
  onVisible: () => void;
  /** The page is left: the back-forward cache doesn't keep a page with an open connection. */
  onHide: () => void;
  /** Another tab may have changed who is signed in. */
  onSession: () => void;
}

/** Calls back on page events that affect its connection, until the returned function is called. */
export function followPage({ onBack, onOffline, onVisible, onHide, onSession }: PageWatcher): () => void {
  const watch = new AbortController();
  const { signal } = watch;
  window.addEventListener('online', onBack, { signal });
  window.addEventListener('offline', onOffline, { signal });
  window.addEventListener('pagehide', onHide, { signal });
  window.addEventListener('storage', ({ key }) => (key === null || key === 'authToken') && onSession(), {
    signal,
  });
  window.addEventListener('pageshow', ({ persisted }) => persisted && onBack(), { signal });
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && onVisible(), {
    signal,
  });
  return () => watch.abort();
}

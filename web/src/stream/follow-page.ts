import { listenTo } from '../signals/listen-to.ts';

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
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key === 'authToken') onSession();
  };
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) onBack();
  };
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', onPageShow);
  const stops = [
    listenTo(window, ['online'], onBack),
    listenTo(window, ['offline'], onOffline),
    listenTo(window, ['pagehide'], onHide),
    listenTo(document, ['visibilitychange'], () => {
      if (document.visibilityState === 'visible') onVisible();
    }),
  ];
  return () => {
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', onPageShow);
    for (const stop of stops) stop();
  };
}

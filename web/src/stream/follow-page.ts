import { listenTo } from '../signals/listen-to.ts';

export interface PageWatcher {
  /** The browser has a connection again, or the page is back from where it was kept. */
  onBack: () => void;
  onOffline: () => void;
  /** Somebody looks at the page again. */
  onVisible: () => void;
  /** The page is left: with an open connection it is not kept for going back to. */
  onHide: () => void;
  /** Another tab may have changed who is signed in. */
  onSession: () => void;
}

/** Calls back at what happens to the page and bears on its connection, until the returned function is called. */
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

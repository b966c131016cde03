import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';

/** The main landmark. After a move to another page it takes focus and shows that page from its top. */
export function MainContent({ children }: { children: ReactNode }) {
  const [path] = useLocation();
  const main = useRef<HTMLElement>(null);
  const lastPath = useRef(path);

  useEffect(() => {
    if (lastPath.current === path) return;
    lastPath.current = path;
    main.current?.focus({ preventScroll: true });
    // A page that is addressed with an anchor scrolls to it by itself, once its text is there.
    if (!location.hash) window.scrollTo({ top: 0 });
  }, [path]);

  return (
    <main id="main" ref={main} tabIndex={-1} className="site-main">
      {children}
    </main>
  );
}

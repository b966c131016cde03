import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { scrollMemory } from './scroll-memory.ts';

/** How long a page that was gone back to may take to become as long as it was, in ms. */
const PATIENCE_MS = 3000;
/** Whoever does one of these has begun to read. */
const READING = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * The main landmark. After a move to another page it takes focus and shows that page from its top. Back and Forward
 * lead to where the page was left, and to the link that led away from it.
 */
export function MainContent({ children }: { children: ReactNode }) {
  const [path] = useLocation();
  const main = useRef<HTMLElement>(null);
  const lastPath = useRef(path);

  useEffect(() => {
    const onScroll = () => scrollMemory.keep({ y: window.scrollY });
    const onFocus = ({ target }: FocusEvent) => {
      const link = target instanceof HTMLAnchorElement ? target.getAttribute('href') : null;
      if (main.current?.contains(target as Node)) scrollMemory.keep({ link });
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    document.addEventListener('focusin', onFocus);
    return () => {
      window.removeEventListener('scroll', onScroll);
      document.removeEventListener('focusin', onFocus);
    };
  }, []);

  useLayoutEffect(() => {
    if (lastPath.current === path) return;
    lastPath.current = path;
    const leftAt = scrollMemory.takeReturn();
    if (leftAt === null) {
      main.current?.focus({ preventScroll: true });
      // A page that is addressed with an anchor scrolls to it by itself, once its text is there.
      if (!location.hash) window.scrollTo({ top: 0 });
      return;
    }
    (linkTo(leftAt.link, main.current) ?? main.current)?.focus({ preventScroll: true });
    return scrollBackTo(leftAt.y);
  }, [path]);

  return (
    <main id="main" ref={main} tabIndex={-1} className="site-main">
      {children}
    </main>
  );
}

function linkTo(href: string | null, within: HTMLElement | null): HTMLElement | undefined {
  if (href === null || within === null) return undefined;
  return [...within.querySelectorAll('a')].find((link) => link.getAttribute('href') === href);
}

/** At once, or as soon as the page is long enough. Returns how to give up. */
function scrollBackTo(y: number): () => void {
  const reach = () => {
    window.scrollTo({ top: y, behavior: 'instant' });
    return Math.abs(window.scrollY - y) <= 1;
  };
  if (reach() || typeof ResizeObserver !== 'function') return () => {};
  const observer = new ResizeObserver(() => {
    if (reach()) stop();
  });
  const timer = setTimeout(() => stop(), PATIENCE_MS);
  const stop = () => {
    clearTimeout(timer);
    observer.disconnect();
    for (const event of READING) window.removeEventListener(event, stop);
  };
  for (const event of READING) window.addEventListener(event, stop, { passive: true });
  observer.observe(document.body);
  return stop;
}

import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { scrollMemory } from './scroll-memory.ts';

/** How long to wait for a page to grow to its old length after Back, in ms. */
const PATIENCE_MS = 3000;
/** Events that mean the user has begun to read. */
const READING = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * The main landmark. After navigation it takes focus and scrolls to the top. Back and Forward restore the page's scroll
 * position, and focus the link that led away from it.
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
      // A page with an anchor in its address scrolls to it itself, once its text is rendered.
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

/**
 * Scrolls at once, or as soon as the page is long enough.
 *
 * @returns stops trying
 */
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

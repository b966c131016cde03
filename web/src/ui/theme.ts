import { useSyncExternalStore } from 'react';
import { otherTabs } from '../signals/listen-to.ts';
import { signal } from '../signals/signal.ts';

export type Theme = 'light' | 'dark';

const STORAGE_KEY = 'theme';
const PAGE_COLOR = { light: '#f7f5ef', dark: '#0d1419' } as const satisfies Record<Theme, string>;
// Another tab may change the theme, and this one follows.
const chosen = signal((changed) =>
  otherTabs(() => {
    show(storedTheme());
    changed();
  }),
);

/** The current theme and a function to change it. A script in index.html sets the stored one before the first paint. */
export function useTheme(): { theme: Theme; setTheme: (theme: Theme) => void } {
  return { theme: useSyncExternalStore(chosen.subscribe, currentTheme), setTheme };
}

function currentTheme(): Theme {
  return document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light';
}

function storedTheme(): Theme {
  try {
    return localStorage.getItem(STORAGE_KEY) === 'dark' ? 'dark' : 'light';
  } catch {
    return currentTheme();
  }
}

function show(theme: Theme): void {
  const root = document.documentElement;
  root.dataset.theme = theme;
  root.style.colorScheme = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', PAGE_COLOR[theme]);
}

function setTheme(theme: Theme): void {
  show(theme);
  try {
    localStorage.setItem(STORAGE_KEY, theme);
  } catch {
    // Without storage the theme lasts as long as the page.
  }
  chosen.emit();
}

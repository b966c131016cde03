import { useSyncExternalStore } from 'react';

/** The languages of the app, each by the code that `lang` and `Intl` know it by. */
export const LANGUAGES = ['en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

let current: Language = 'en';
const listeners = new Set<() => void>();

/** The language the app is drawn in, for texts and for `Intl`. */
export function language(): Language {
  return current;
}

/** The same for a component that is to be drawn again when another one is chosen. */
export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, language);
}

/** Only for choose-language.ts: it makes sure that the texts are there first. */
export function switchLanguage(next: Language): void {
  current = next;
  document.documentElement.lang = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

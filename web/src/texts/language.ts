import { useSyncExternalStore } from 'react';

/** The languages of the app, each by the code of its `lang`. */
export const LANGUAGES = ['en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

let current: Language = 'en';
const listeners = new Set<() => void>();

/** The language the app is drawn in. */
export function language(): Language {
  return current;
}

const LOCALES = { en: 'en-US', es: 'es-MX' } as const satisfies Record<Language, string>;

/**
 * For `Intl`: the language with a region. Both part decimals by a point, as what is signed does, so that no figure on a
 * page differs from the one in the wallet.
 */
export function locale(): string {
  return LOCALES[current];
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

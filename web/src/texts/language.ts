import { store } from '../signals/store.ts';

/** The languages of the app, each by the code of its `lang`. */
export const LANGUAGES = ['en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

const current = store<Language>('en');

/** The language the app is drawn in. */
export const language = current.read;

const LOCALES = { en: 'en-US', es: 'es-MX' } as const satisfies Record<Language, string>;

/**
 * For `Intl`: the language with a region. Both part decimals by a point, as what is signed does, so that no figure on a
 * page differs from the one in the wallet.
 */
export function locale(): string {
  return LOCALES[language()];
}

/** The same for a component that is to be drawn again when another one is chosen. */
export const useLanguage = current.use;

/** Only for choose-language.ts: it makes sure that the texts are there first. */
export function switchLanguage(next: Language): void {
  document.documentElement.lang = next;
  current.set(next);
}

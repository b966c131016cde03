import { store } from '../signals/store.ts';

/** The app's languages, by their `lang` codes. */
export const LANGUAGES = ['en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

const current = store<Language>('en');

/** The language that the app is shown in. */
export const language = current.read;

const LOCALES = { en: 'en-US', es: 'es-MX' } as const satisfies Record<Language, string>;

/**
 * The locale for `Intl`. Both locales use a decimal point, like the signed text, so a figure on a page looks the same as in
 * the wallet.
 */
export function locale(): string {
  return LOCALES[language()];
}

/** The same as a hook: the component renders again when the language changes. */
export const useLanguage = current.use;

/** Only for choose-language.ts, which loads the texts first. */
export function switchLanguage(next: Language): void {
  document.documentElement.lang = next;
  current.set(next);
}

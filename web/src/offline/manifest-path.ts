import type { Language } from '../texts/language.ts';

/** Where the manifest of a language lies. */
export function manifestPath(language: Language): string {
  return language === 'en' ? '/app.webmanifest' : `/app.${language}.webmanifest`;
}

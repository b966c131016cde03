import type { Language } from '../texts/language.ts';

/** The path of a language's web manifest. */
export function manifestPath(language: Language): string {
  return language === 'en' ? '/app.webmanifest' : `/app.${language}.webmanifest`;
}

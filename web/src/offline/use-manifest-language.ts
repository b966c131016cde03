import { useEffect } from 'react';
import { useLanguage } from '../texts/language.ts';
import { manifestPath } from './manifest-path.ts';

/** A device that keeps the app names its parts in the language that the app is read in. */
export function useManifestLanguage(): void {
  const language = useLanguage();
  useEffect(() => {
    document.querySelector('link[rel="manifest"]')?.setAttribute('href', manifestPath(language));
  }, [language]);
}

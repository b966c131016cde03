import { useEffect } from 'react';
import { useLanguage } from '../texts/language.ts';
import { manifestPath } from './manifest-path.ts';

/** Links the web manifest of the chosen language, so an installed app has names in that language. */
export function useManifestLanguage(): void {
  const language = useLanguage();
  useEffect(() => {
    document.querySelector('link[rel="manifest"]')?.setAttribute('href', manifestPath(language));
  }, [language]);
}

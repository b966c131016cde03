import { LANGUAGES, type Language, language, switchLanguage } from './language.ts';
import { addSpeaker } from './t.ts';
import { addTranslator } from './translated.ts';

const STORAGE_KEY = 'tallystone.language';
let wanted: Language = 'en';

/** Switches the app to another language, now and on the next visit. Rejects if its texts can't be loaded. */
export async function chooseLanguage(next: Language): Promise<void> {
  if (!(await speak(next))) return;
  try {
    localStorage.setItem(STORAGE_KEY, next);
  } catch {
    // Without storage, the choice lasts until the page is closed.
  }
}

/** Runs before the first render: takes the stored language, or else the browser's. English if its texts can't be loaded. */
export async function startLanguage(): Promise<void> {
  const first = storedLanguage() ?? browserLanguage();
  // English is already loaded, so it mustn't wait for even one microtask.
  if (first === language()) return;
  await speak(first).catch(() => undefined);
}

/** Returns false if the user has since chosen another language: the latest choice wins, even if an earlier one loads last. */
async function speak(next: Language): Promise<boolean> {
  wanted = next;
  if (next === 'es') {
    const [{ es, reasonInSpanish }, { speakerOf }] = await Promise.all([
      import('./es.ts'),
      import('./speak.ts'),
    ]);
    addSpeaker('es', speakerOf('es', es));
    addTranslator('es', reasonInSpanish);
  }
  if (wanted !== next) return false;
  switchLanguage(next);
  return true;
}

function storedLanguage(): Language | undefined {
  try {
    return known(localStorage.getItem(STORAGE_KEY) ?? '');
  } catch {
    return undefined;
  }
}

/** The first of the browser's languages that the app has. */
function browserLanguage(): Language {
  for (const tag of navigator.languages) {
    const ours = known(tag.split('-')[0]?.toLowerCase() ?? '');
    if (ours !== undefined) return ours;
  }
  return 'en';
}

function known(code: string): Language | undefined {
  return LANGUAGES.find((one) => one === code);
}

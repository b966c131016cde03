import { LANGUAGES, type Language, language, switchLanguage } from './language.ts';
import { addSpeaker } from './t.ts';
import { addTranslator } from './translated.ts';

const STORAGE_KEY = 'tallystone.language';
let wanted: Language = 'en';

/** Draws the app in another language from now on, and on the next visit. Fails if its texts cannot be loaded. */
export async function chooseLanguage(next: Language): Promise<void> {
  if (!(await speak(next))) return;
  try {
    localStorage.setItem(STORAGE_KEY, next);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

/** Before the app is drawn: what was chosen, or else what the browser asks for. English when it cannot be loaded. */
export async function startLanguage(): Promise<void> {
  const first = storedLanguage() ?? browserLanguage();
  // English is here already and shall not wait, not even for a turn.
  if (first === language()) return;
  await speak(first).catch(() => undefined);
}

/** False when another language was chosen meanwhile: the latest choice counts, also when an earlier one arrives after it. */
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

/** The first of the reader's languages that is one of ours. */
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

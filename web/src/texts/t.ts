import { createInstance } from 'i18next';
import { en } from './en.ts';
import { type Language, language } from './language.ts';
import type { Areas, PlainKeyOf, Translate } from './text-keys.ts';

/** A text that stands as it is, without values: what tables of labels are made of. */
export type TextKey = PlainKeyOf<typeof en>;

const instance = createInstance();
void instance.init({
  lng: 'en',
  fallbackLng: 'en',
  resources: { en: { translation: en } },
  // Everything is here already, so the first text can be asked for at once.
  initAsync: false,
  nsSeparator: false,
  // React escapes. What is escaped here would be read as it stands, such as `&amp;`.
  interpolation: { escapeValue: false },
  parseMissingKeyHandler: (key) => complain(`There is no text "${key}"`) ?? key,
  missingInterpolationHandler: (text: string) => complain(`A value is missing in "${text}"`) ?? '',
});

/** Texts without values, as they are drawn over and over. */
const asTheyAre = new Map<string, string>();
let keptIn: Language = 'en';

/**
 * A text of the app in the chosen language, such as `t('card.volume')` or `t('marketPage.houseAtRisk', { amount })`.
 * Values stand as `{{name}}` in the text; where the text has two forms, `count` picks one. What is missing does not
 * compile. To be asked for while drawing, never while a module loads: the language can change.
 */
export const t: Translate<typeof en> = textOf;

/** The same for every text that is known by now. Only for `t`, and for the parts whose texts arrive with them. */
export function textOf(key: string, values?: Readonly<Record<string, string | number>>): string {
  const lng = language();
  if (values !== undefined) {
    const { count } = values;
    // Apart from the options, so that no value is taken for one; and what people wrote is never looked into.
    const options = { lng, replace: values, nest: false };
    return instance.t(key, typeof count === 'number' ? { ...options, count } : options);
  }
  if (keptIn !== lng) {
    asTheyAre.clear();
    keptIn = lng;
  }
  let text = asTheyAre.get(key);
  if (text === undefined) {
    text = instance.t(key, { lng, nest: false });
    asTheyAre.set(key, text);
  }
  return text;
}

/** Makes the texts of more areas, or of another language, known. */
export function addTexts(to: Language, areas: Areas): void {
  const texts: Record<string, Record<string, string>> = {};
  for (const [area, names] of Object.entries(areas)) {
    const forms: Record<string, string> = { ...names };
    for (const [name, text] of Object.entries(forms)) {
      // Spanish has a third form, of round millions. With figures it reads as the plural does.
      if (name.endsWith('_other')) forms[name.replace(/_other$/, '_many')] = text;
    }
    texts[area] = forms;
  }
  instance.addResourceBundle(to, 'translation', texts);
  asTheyAre.clear();
}

/** Fails where it is developed and tested; a person reads what there is instead. */
function complain(what: string): undefined {
  if (import.meta.env.DEV) throw new Error(what);
  return undefined;
}

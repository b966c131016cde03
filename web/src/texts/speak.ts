import { createInstance } from 'i18next';
import type { Language } from './language.ts';
import { complain, type Speaker } from './t.ts';
import type { Areas } from './text-keys.ts';

/**
 * Says texts in a language with i18next, which knows the plural forms of each. It arrives with the first language other
 * than English, so that the first load does not carry it for the two forms that English has.
 */
export function speakerOf(lng: Language, areas: Areas): Speaker {
  const instance = createInstance();
  void instance.init({
    lng,
    resources: { [lng]: { translation: withAllForms(areas) } },
    // Everything is here already, so the first text can be asked for at once.
    initAsync: false,
    nsSeparator: false,
    // React escapes. What is escaped here would be read as it stands, such as `&amp;`.
    interpolation: { escapeValue: false },
    parseMissingKeyHandler: (key) => complain(`There is no text "${key}"`) ?? '',
    missingInterpolationHandler: (text: string) => complain(`A value is missing in "${text}"`) ?? '',
  });
  /** Texts without values, as they are drawn over and over. */
  const asTheyAre = new Map<string, string>();

  return (key, values) => {
    if (values !== undefined) {
      const { count } = values;
      // Apart from the options, so that no value is taken for one; and what people wrote is never looked into.
      const options = { replace: values, nest: false };
      return instance.t(key, typeof count === 'number' ? { ...options, count } : options) || undefined;
    }
    let text = asTheyAre.get(key);
    if (text === undefined) {
      text = instance.t(key, { nest: false });
      asTheyAre.set(key, text);
    }
    return text || undefined;
  };
}

/** Spanish has a third form, of round millions. With figures it reads as the plural does. */
function withAllForms(areas: Areas): Record<string, Record<string, string>> {
  const texts: Record<string, Record<string, string>> = {};
  for (const [area, names] of Object.entries(areas)) {
    const forms: Record<string, string> = { ...names };
    for (const [name, text] of Object.entries(forms)) {
      if (name.endsWith('_other')) forms[name.replace(/_other$/, '_many')] = text;
    }
    texts[area] = forms;
  }
  return texts;
}

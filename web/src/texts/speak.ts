import { createInstance } from 'i18next';
import type { Language } from './language.ts';
import { complain, type Speaker } from './t.ts';
import type { Areas } from './text-keys.ts';

/**
 * Looks up texts with i18next, which knows each language's plural forms. It loads with the first language other than
 * English, because English has only two forms and the first load doesn't need a library for them.
 */
export function speakerOf(lng: Language, areas: Areas): Speaker {
  const instance = createInstance();
  void instance.init({
    lng,
    resources: { [lng]: { translation: withAllForms(areas) } },
    // All texts are already loaded, so they can be looked up at once.
    initAsync: false,
    nsSeparator: false,
    // React escapes values. If they were escaped here too, users would see `&amp;`.
    interpolation: { escapeValue: false },
    parseMissingKeyHandler: (key) => complain(`There is no text "${key}"`) ?? '',
    missingInterpolationHandler: (text: string) => complain(`A value is missing in "${text}"`) ?? '',
  });
  /** A cache of texts without values, because they are rendered again and again. */
  const asTheyAre = new Map<string, string>();

  return (key, values) => {
    if (values !== undefined) {
      const { count } = values;
      // `replace` keeps values apart from options, and `nest: false` leaves syntax in what users wrote alone.
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

/** Spanish has a third form, for round millions. With figures, it reads like the plural. */
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

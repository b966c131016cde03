import { en } from './en.ts';
import { type Language, language } from './language.ts';
import type { Areas, PlainKeyOf, Translate } from './text-keys.ts';

/** The key of a text without values, as tables of labels use it. */
export type TextKey = PlainKeyOf<typeof en>;
/** The same, with the texts of a part that loads later. */
export type KeyWith<More extends Areas> = PlainKeyOf<typeof en & More>;

export type TextValues = Readonly<Record<string, string | number>>;

/** Looks up a text in a language other than English. Returns undefined if the language lacks it. */
export type Speaker = (key: string, values: TextValues | undefined) => string | undefined;

/** English texts by area and name: those of the first load, and of the parts that have loaded since. */
const english: Record<string, Readonly<Record<string, string>> | undefined> = { ...en };
const speakers: Partial<Record<Language, Speaker>> = {};

/**
 * A text of the app in the chosen language, such as `t('card.volume')` or `t('marketPage.houseAtRisk', { amount })`.
 * A text marks its values with `{{name}}`. If it has two plural forms, `count` picks one. A missing value doesn't compile.
 * Call it while rendering, never while a module loads, because the language can change.
 */
export const t: Translate<typeof en> = textOf;

/** The same for every text that has loaded, unchecked. Only for `t` here and in the parts that load their own texts. */
export function textOf(key: string, values?: TextValues): string {
  return speakers[language()]?.(key, values) ?? inEnglish(key, values);
}

/** Adds the English texts of more areas when the part that shows them loads. @returns `t` for them and for `Known` parts */
export function withTexts<More extends Areas, Known extends Areas = More>(
  more: More,
): Translate<typeof en & More & Known> {
  Object.assign(english, more);
  return textOf;
}

/** Registers the lookup of another language's texts. */
export function addSpeaker(to: Exclude<Language, 'en'>, speaker: Speaker): void {
  speakers[to] = speaker;
}

/** Does for English what i18next does for other languages, so that the first load doesn't need i18next. */
function inEnglish(key: string, values: TextValues = {}): string {
  const dot = key.indexOf('.');
  const area = english[key.slice(0, dot)];
  const name = key.slice(dot + 1);
  const { count } = values;
  const form =
    typeof count === 'number' ? area?.[`${name}_${Math.abs(count) === 1 ? 'one' : 'other'}`] : undefined;
  const text = form ?? area?.[name];
  if (text === undefined) return complain(`There is no text "${key}"`) ?? key;
  // A function, because a replacement text would be parsed for `$` patterns, and values come from users.
  return text.replace(/\{\{(\w+)\}\}/g, (_, value: string) =>
    String(values[value] ?? complain(`A value is missing in "${text}"`) ?? ''),
  );
}

/** Throws in development and tests. In production, the user sees the fallback instead. */
export function complain(what: string): undefined {
  if (import.meta.env.DEV) throw new Error(what);
  return undefined;
}

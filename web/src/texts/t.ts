import { en } from './en.ts';
import { type Language, language } from './language.ts';
import type { Areas, PlainKeyOf, Translate } from './text-keys.ts';

/** A text that stands as it is, without values: what tables of labels are made of. */
export type TextKey = PlainKeyOf<typeof en>;
/** The same with the texts of a part. */
export type KeyWith<More extends Areas> = PlainKeyOf<typeof en & More>;

export type TextValues = Readonly<Record<string, string | number>>;

/** Says a text in another language than English; undefined when it has none. */
export type Speaker = (key: string, values: TextValues | undefined) => string | undefined;

/** English by area and name: of the first load, and of the parts that have arrived. */
const english: Record<string, Readonly<Record<string, string>> | undefined> = { ...en };
const speakers: Partial<Record<Language, Speaker>> = {};
const PLURALS = new Intl.PluralRules('en');

/**
 * A text of the app in the chosen language, such as `t('card.volume')` or `t('marketPage.houseAtRisk', { amount })`.
 * Values stand as `{{name}}` in the text; where the text has two forms, `count` picks one. What is missing does not
 * compile. To be asked for while drawing, never while a module loads: the language can change.
 */
export const t: Translate<typeof en> = textOf;

/** The same for every text that is known by now. Only for `t`, and for the parts whose texts arrive with them. */
export function textOf(key: string, values?: TextValues): string {
  return speakers[language()]?.(key, values) ?? inEnglish(key, values);
}

/** `t` with the English texts of more areas, which arrive with the parts that show them, and of parts known before. */
export function withTexts<More extends Areas, Known extends Areas = More>(
  more: More,
): Translate<typeof en & More & Known> {
  Object.assign(english, more);
  return textOf;
}

/** Has texts said in another language, by the one who brings it. */
export function addSpeaker(to: Exclude<Language, 'en'>, speaker: Speaker): void {
  speakers[to] = speaker;
}

/** As i18next does it, which comes with the first other language: English needs no more, and the first load not that. */
function inEnglish(key: string, values: TextValues = {}): string {
  const dot = key.indexOf('.');
  const area = english[key.slice(0, dot)];
  const name = key.slice(dot + 1);
  const { count } = values;
  const form = typeof count === 'number' ? area?.[`${name}_${PLURALS.select(count)}`] : undefined;
  const text = form ?? area?.[name];
  if (text === undefined) return complain(`There is no text "${key}"`) ?? key;
  // What people wrote is put in as it is, and never looked into.
  return text.replace(/\{\{(\w+)\}\}/g, (_, value: string) =>
    String(values[value] ?? complain(`A value is missing in "${text}"`) ?? ''),
  );
}

/** Fails where it is developed and tested; a person reads what there is instead. */
export function complain(what: string): undefined {
  if (import.meta.env.DEV) throw new Error(what);
  return undefined;
}

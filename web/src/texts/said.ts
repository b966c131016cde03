import { type Language, language } from './language.ts';

/** Says a sentence in another language; null for one that it does not know. */
export type Teller = (sentence: string) => string | null;

const tellers = new Map<Language, Teller>();

/**
 * A sentence that the server or core has made, in the chosen language. They make them in English; the other languages
 * know each by its pattern, `en-said.ts`. What is not known there, such as a sentence of a newer server, stays English.
 */
export function said(sentence: string): string {
  return tellers.get(language())?.(sentence) ?? sentence;
}

/** The same where there may be none. */
export function saidIfAny(sentence: string | null | undefined): string | undefined {
  return sentence === null || sentence === undefined ? undefined : said(sentence);
}

/** The same for the sentences that an answer has for the fields of a form. */
export function saidByField(fields: Readonly<Record<string, string>> | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(fields ?? {}).map(([field, sentence]) => [field, said(sentence)]));
}

/** Makes known who says sentences in a language. Only for choose-language.ts. */
export function addTeller(to: Language, teller: Teller): void {
  tellers.set(to, teller);
}

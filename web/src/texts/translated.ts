import type { AnyReason } from '@tallystone/core/sentences/facts';
import { type Language, language } from './language.ts';

/** Makes the sentence of a code and its facts. Throws when it knows no such code, or lacks a fact. */
export type Translator = (reason: AnyReason) => string;

const translators = new Map<Language, Translator>();

/**
 * A sentence that the server or core has made, in the chosen language: in English as it came, in another one by its code and
 * facts. Without them, or with a code of a newer server, it stays English.
 */
export function translated<Sentence extends string | undefined>(
  sentence: Sentence,
  reason: AnyReason | undefined,
): Sentence | string {
  const translate = translators.get(language());
  if (sentence === undefined || reason === undefined || translate === undefined) return sentence;
  try {
    return translate(reason);
  } catch {
    return sentence;
  }
}

/** The same of what core has judged here. */
export function translatedMessage(message: { sentence: string; reason?: AnyReason | undefined }): string {
  return translated(message.sentence, message.reason);
}

/** Makes known who says sentences in a language. Only for choose-language.ts. */
export function addTranslator(to: Language, translator: Translator): void {
  translators.set(to, translator);
}

import type { AnyReason } from '@tallystone/core/sentences/facts';
import { type Language, language } from './language.ts';

/** Makes a sentence from a code and its facts. Throws if the code is unknown or a fact is missing. */
export type Translator = (reason: AnyReason) => string;

const translators = new Map<Language, Translator>();

/**
 * A sentence of the server or core in the chosen language. English is returned unchanged; other languages are made from the
 * code and its facts. If there is no code, or a newer server's code, the sentence stays English.
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

/** The same for a message that core made in the browser. */
export function translatedMessage(message: { sentence: string; reason?: AnyReason | undefined }): string {
  return translated(message.sentence, message.reason);
}

/** Registers the translator of a language. Only for choose-language.ts. */
export function addTranslator(to: Language, translator: Translator): void {
  translators.set(to, translator);
}

import { refusalMessage } from '@tallystone/core/betting/refusal-message';
import type { ComboRefusal } from '@tallystone/core/combos/decide-combo';
import { oddsToNumber } from '@tallystone/core/odds/odds-number';
import { say } from '@tallystone/core/sentences/say';
import type { Message } from '@tallystone/core/sentences/sentence';
import { factsOf } from '../betting/refusal-error.ts';
import { type ErrorFacts, HttpError } from '../http/http-error.ts';

/** The sentence for a refused combo. */
export const comboMessageOf = (refusal: ComboRefusal): Message =>
  refusal.reason === 'combo-refused' ? say(`combo-${refusal.why}`) : refusalMessage(refusal);

/** A refused combo as an HTTP error: its sentence, the selection that is the reason, and figures that help to correct it. */
export function comboError(refusal: ComboRefusal): HttpError {
  const facts: ErrorFacts = {
    ...(refusal.reason !== 'combo-refused' && factsOf(refusal, null)),
    ...(refusal.reason === 'odds-changed' && refusal.odds !== null && { odds: oddsToNumber(refusal.odds) }),
    ...(refusal.leg !== undefined && { leg: refusal.leg }),
  };
  return new HttpError(refusal.reason, comboMessageOf(refusal), { facts });
}

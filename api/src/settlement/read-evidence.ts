import { cleanText } from '@tallystone/core/markets/clean-text';
import { say } from '@tallystone/core/sentences/say';
import { evidenceProblem } from '@tallystone/core/settlement/evidence-problem';
import { HttpError } from '../http/http-error.ts';

/**
 * Cleans evidence or a reason for storage. Refuses a text that is empty or too long, has characters that reverse its
 * reading direction, or links to anything but the web.
 *
 * @param what the field's name in the sentence
 * @throws HttpError `invalid-request`. Nothing was changed then
 */
export function readEvidence(text: string, what: 'evidence' | 'reason'): string {
  const problem = evidenceProblem(text, what);
  if (problem === null) return cleanText(text);
  throw new HttpError('invalid-request', say('nothing-changed', { problem }), {
    facts: { fields: { [what]: problem } },
  });
}

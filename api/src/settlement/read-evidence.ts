import { cleanText } from '@tallystone/core/markets/clean-text';
import { say } from '@tallystone/core/sentences/say';
import { evidenceProblem } from '@tallystone/core/settlement/evidence-problem';
import { HttpError } from '../http/http-error.ts';

/**
 * Evidence or a reason as it may be stored: cleaned, neither empty nor endless, without signs that turn what is read, and
 * with no link but to the web.
 *
 * @param what as the sentence names it, such as `evidence`
 * @throws HttpError `invalid-request`. Nothing was changed then
 */
export function readEvidence(text: string, what: 'evidence' | 'reason'): string {
  const problem = evidenceProblem(text, what);
  if (problem === null) return cleanText(text);
  throw new HttpError('invalid-request', say('nothing-changed', { problem }), {
    facts: { fields: { [what]: problem } },
  });
}

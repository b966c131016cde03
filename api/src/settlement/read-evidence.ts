import { cleanText } from '@tallystone/core/markets/clean-text';
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
  throw new HttpError('invalid-request', `${problem} Nothing was changed.`, {
    facts: { fields: { [what]: problem } },
  });
}

import { cleanText } from '@tallystone/core/markets/clean-text';
import { HttpError } from '../http/http-error.ts';

export const EVIDENCE_LENGTH = 2000;
/** Anything that a browser would follow. */
const LINK = /\b([a-z][a-z0-9+.-]*):(?:\/\/\S*|\S+)/gi;
/** Schemes that are followed without the two slashes. */
const BARE_SCHEMES = new Set(['javascript', 'data', 'vbscript', 'file', 'blob', 'http', 'https']);

/**
 * Evidence or a reason as it may be stored: cleaned, neither empty nor endless, and with no link but to the web.
 *
 * @param what as the sentence names it, such as `evidence`
 * @throws HttpError `invalid-request`. Nothing was changed then
 */
export function readEvidence(text: string, what: 'evidence' | 'reason'): string {
  const cleaned = cleanText(text);
  const problem = problemOf(cleaned, what);
  if (problem === null) return cleaned;
  throw new HttpError('invalid-request', `${problem} Nothing was changed.`, {
    facts: { fields: { [what]: problem } },
  });
}

function problemOf(text: string, what: 'evidence' | 'reason'): string | null {
  if (text === '') {
    return what === 'evidence' ? 'Give a link or a note as evidence.' : 'Give a reason.';
  }
  if (text.length > EVIDENCE_LENGTH) return `Keep the ${what} to ${EVIDENCE_LENGTH} characters.`;
  return [...text.matchAll(LINK)].every(([link, scheme = '']) => isHarmless(link, scheme.toLowerCase()))
    ? null
    : 'Links must begin with https:// or http://.';
}

function isHarmless(link: string, scheme: string): boolean {
  const isLink = link.startsWith('://', scheme.length) || BARE_SCHEMES.has(scheme);
  if (!isLink) return true;
  const isOfTheWeb = scheme === 'http' || scheme === 'https';
  return isOfTheWeb && link.startsWith('://', scheme.length) && URL.canParse(link);
}

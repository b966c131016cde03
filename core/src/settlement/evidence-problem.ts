import { cleanText } from '../markets/clean-text.ts';

export const EVIDENCE_LENGTH = 2000;

/** Controls but for line ends and tabs, and marks that turn the direction of what stands around them. */
const UNSAFE_SIGNS = /[^\P{Cc}\t\n\r]|\p{Bidi_Control}/u;
/** Anything that a browser would follow, also right behind another colon. */
const LINK = /\b[a-z][a-z0-9+.-]*:(?:\/\/\S*|(?=\S))/gi;
/** Of a link to the web: what stands between its slashes and the path. */
const AUTHORITY = /^https?:\/\/([^/?#\\]*)/i;
const HOST = /^(?:\[[\da-f:.]+\]|[^\s[\]<>^|%:]+)(?::\d{0,5})?$/i;
/** Schemes that are followed without the two slashes. */
const BARE_SCHEMES = new Set(['javascript', 'data', 'vbscript', 'file', 'blob', 'http', 'https']);

/**
 * What stands against evidence, or a reason, as somebody typed it, in one sentence; null when nothing does. It says
 * nothing of whether it proves anything.
 *
 * @param what as the sentence names it
 */
export function evidenceProblem(text: string, what: 'evidence' | 'reason'): string | null {
  const cleaned = cleanText(text);
  if (cleaned === '') {
    return what === 'evidence' ? 'Give a link or a note as evidence.' : 'Give a reason.';
  }
  if (cleaned.length > EVIDENCE_LENGTH) return `Keep the ${what} to ${EVIDENCE_LENGTH} characters.`;
  if (UNSAFE_SIGNS.test(text)) {
    return `The ${what} holds signs that are not seen and change how it reads. Type it anew without them.`;
  }
  for (const [link] of cleaned.matchAll(LINK)) {
    const problem = problemOfLink(link);
    if (problem !== null) return problem;
  }
  return null;
}

function problemOfLink(link: string): string | null {
  const scheme = link.slice(0, link.indexOf(':')).toLowerCase();
  const isLink = link.startsWith('://', scheme.length) || BARE_SCHEMES.has(scheme);
  if (!isLink) return null;
  const authority = AUTHORITY.exec(link)?.[1];
  if (authority?.includes('@')) return 'A link must not carry a name or a password before its address.';
  return authority !== undefined && HOST.test(authority)
    ? null
    : 'Links must begin with https:// or http://.';
}

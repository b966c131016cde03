import { cleanText } from '../markets/clean-text.ts';
import { EVIDENCE } from '../sentences/evidence.ts';
import { type Message, sayOf } from '../sentences/sentence.ts';

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
 * What stands against evidence, or a reason, as somebody typed it; null when nothing does. It says
 * nothing of whether it proves anything.
 *
 */
export function evidenceProblem(text: string, what: 'evidence' | 'reason'): Message | null {
  const cleaned = cleanText(text);
  if (cleaned === '') return sayOf(EVIDENCE, `${what}-missing`);
  if (cleaned.length > EVIDENCE_LENGTH) return sayOf(EVIDENCE, `${what}-too-long`, { most: EVIDENCE_LENGTH });
  if (UNSAFE_SIGNS.test(text)) return sayOf(EVIDENCE, `${what}-hidden-signs`);
  for (const [link] of cleaned.matchAll(LINK)) {
    const problem = problemOfLink(link);
    if (problem !== null) return problem;
  }
  return null;
}

function problemOfLink(link: string): Message | null {
  const scheme = link.slice(0, link.indexOf(':')).toLowerCase();
  const isLink = link.startsWith('://', scheme.length) || BARE_SCHEMES.has(scheme);
  if (!isLink) return null;
  const authority = AUTHORITY.exec(link)?.[1];
  if (authority?.includes('@')) return sayOf(EVIDENCE, 'link-with-name');
  return authority !== undefined && HOST.test(authority) ? null : sayOf(EVIDENCE, 'link-scheme');
}

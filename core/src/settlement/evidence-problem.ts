import { cleanText } from '../markets/clean-text.ts';
import { EVIDENCE } from '../sentences/evidence.ts';
import { type Message, sayOf } from '../sentences/sentence.ts';

export const EVIDENCE_LENGTH = 2000;

/** Control characters except line breaks and tabs, and direction marks. */
const UNSAFE_SIGNS = /[^\P{Cc}\t\n\r]|\p{Bidi_Control}/u;
/** Any link that a browser would follow, also right after another colon. */
const LINK = /\b[a-z][a-z0-9+.-]*:(?:\/\/\S*|(?=\S))/gi;
/** A web link's part between its slashes and the path. */
const AUTHORITY = /^https?:\/\/([^/?#\\]*)/i;
const HOST = /^(?:\[[\da-f:.]+\]|[^\s[\]<>^|%:]+)(?::\d{0,5})?$/i;
/** Schemes that browsers follow without the two slashes. */
const BARE_SCHEMES = new Set(['javascript', 'data', 'vbscript', 'file', 'blob', 'http', 'https']);

/**
 * The problem with typed evidence or a reason; null without one. It doesn't judge whether the evidence proves
 * anything.
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

import type { IncomingHttpHeaders } from 'node:http';

/** A coding that is named without terms, as browsers do it. */
const NAMED = { br: /(?:^|,)\s*br\s*(?:,|$)/i, gzip: /(?:^|,)\s*gzip\s*(?:,|$)/i };

/** Whether a caller takes what is compressed in one way. */
export function acceptsCoding(asked: IncomingHttpHeaders, coding: 'br' | 'gzip'): boolean {
  const header = String(asked['accept-encoding'] ?? '');
  if (NAMED[coding].test(header)) return true;
  const accepted = header.split(',');
  return accepted.some((entry) => {
    const [name = '', ...terms] = entry.split(';').map((part) => part.trim().toLowerCase());
    return (name === coding || name === '*') && !terms.some((term) => /^q=0(?:\.0*)?$/.test(term));
  });
}

/** Whether a caller holds what a tag stands for. Compared weakly, as RFC 9110 has it for If-None-Match. */
export function holdsTag({ 'if-none-match': held }: IncomingHttpHeaders, etag: string): boolean {
  if (held === undefined) return false;
  // As browsers send it back.
  if (held === etag) return true;
  const tags = held.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag.replace(/^W\//, ''));
}

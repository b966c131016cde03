import type { IncomingHttpHeaders } from 'node:http';

/** A coding named without parameters, as browsers send it. */
const NAMED = { br: /(?:^|,)\s*br\s*(?:,|$)/i, gzip: /(?:^|,)\s*gzip\s*(?:,|$)/i };

/** Whether a caller accepts a content coding. */
export function acceptsCoding(headers: IncomingHttpHeaders, coding: 'br' | 'gzip'): boolean {
  const header = String(headers['accept-encoding'] ?? '');
  if (NAMED[coding].test(header)) return true;
  const accepted = header.split(',');
  return accepted.some((entry) => {
    const [name = '', ...terms] = entry.split(';').map((part) => part.trim().toLowerCase());
    return (name === coding || name === '*') && !terms.some((term) => /^q=0(?:\.0*)?$/.test(term));
  });
}

/** Whether a caller already has the version with this ETag. Compares weakly, as RFC 9110 says for If-None-Match. */
export function hasVersion({ 'if-none-match': header }: IncomingHttpHeaders, etag: string): boolean {
  if (header === undefined) return false;
  // The form in which browsers send it back.
  if (header === etag) return true;
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag.replace(/^W\//, ''));
}

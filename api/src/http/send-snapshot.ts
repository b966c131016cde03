import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { JsonSnapshot } from './json-snapshot.ts';
import { RawAnswer } from './route.ts';

/**
 * Answers with the bytes of a snapshot, or with 304 to a caller who holds them already.
 *
 * @param more headers that go with either
 */
export async function sendSnapshot(
  snapshot: JsonSnapshot,
  asked: IncomingHttpHeaders,
  more: OutgoingHttpHeaders = {},
): Promise<RawAnswer> {
  const headers = {
    ...more,
    etag: snapshot.etag,
    vary: 'Accept-Encoding',
    // May be kept, but is asked for each time.
    'cache-control': 'no-cache',
  };
  if (holdsTag(asked['if-none-match'], snapshot.etag)) return new RawAnswer(304, headers, null);
  const type = { ...headers, 'content-type': 'application/json; charset=utf-8' };
  if (!acceptsGzip(asked['accept-encoding'])) return new RawAnswer(200, type, snapshot.plain);
  return new RawAnswer(200, { ...type, 'content-encoding': 'gzip' }, await snapshot.gzipped());
}

/** Compared weakly, as RFC 9110 has it for If-None-Match. */
function holdsTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag.replace(/^W\//, ''));
}

function acceptsGzip(acceptEncoding: string | string[] | undefined): boolean {
  const accepted = String(acceptEncoding ?? '').split(',');
  return accepted.some((coding) => /^\s*(?:gzip|\*)\s*(?:;(?!\s*q=0(?:\.0*)?\s*$).*)?$/i.test(coding));
}

import type { IncomingHttpHeaders } from 'node:http';
import { RawAnswer } from '../http/route.ts';
import type { ListSnapshot, MarketList } from './list-snapshot.ts';

/** The three answers that a snapshot can give, made once. */
interface Answers {
  readonly unchanged: RawAnswer;
  readonly plain: RawAnswer;
  /** Null until the bytes were compressed. */
  gzipped: RawAnswer | null;
}

const answers = new WeakMap<ListSnapshot, Answers>();

/** Answers with the list's bytes, or with 304 to a caller who holds them already. */
export async function sendList(marketList: MarketList, asked: IncomingHttpHeaders): Promise<RawAnswer> {
  const snapshot = await marketList.read();
  const ready = answersOf(snapshot);
  const form = formFor(snapshot, asked);
  if (form === 'gzipped') ready.gzipped ??= gzippedAnswer(snapshot, await snapshot.gzipped());
  return ready[form] ?? ready.plain;
}

/** The same answer if it is ready, else null. */
export function sendListNow(marketList: MarketList, asked: IncomingHttpHeaders): RawAnswer | null {
  const snapshot = marketList.peek();
  return snapshot === null ? null : answersOf(snapshot)[formFor(snapshot, asked)];
}

function answersOf(snapshot: ListSnapshot): Answers {
  const made = answers.get(snapshot) ?? {
    unchanged: new RawAnswer(304, headersOf(snapshot), null),
    plain: new RawAnswer(200, { ...headersOf(snapshot), ...JSON_TYPE }, snapshot.plain),
    gzipped: null,
  };
  answers.set(snapshot, made);
  return made;
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

function gzippedAnswer(snapshot: ListSnapshot, bytes: Uint8Array): RawAnswer {
  return new RawAnswer(200, { ...headersOf(snapshot), ...JSON_TYPE, 'content-encoding': 'gzip' }, bytes);
}

function headersOf({ etag }: ListSnapshot) {
  // May be kept, but is asked for each time.
  return { etag, vary: 'Accept-Encoding', 'cache-control': 'no-cache' };
}

function formFor({ etag }: ListSnapshot, asked: IncomingHttpHeaders): keyof Answers {
  if (holdsTag(asked['if-none-match'], etag)) return 'unchanged';
  return acceptsGzip(asked['accept-encoding']) ? 'gzipped' : 'plain';
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

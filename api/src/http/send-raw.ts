import type { ServerResponse } from 'node:http';
import type { RawAnswer } from './route.ts';

/** The headers of answers that are sent again and again, written out once: name, value, name, value. */
const written = new WeakMap<RawAnswer, string[]>();

/** Sends an answer whose bytes are ready, past the framework: these answers are the ones asked for most. */
export function sendRaw(
  response: ServerResponse,
  answer: RawAnswer,
  apiHeaders: Readonly<Record<string, string>>,
): void {
  let headers = written.get(answer);
  if (headers === undefined) {
    const { body } = answer;
    headers = Object.entries({
      ...apiHeaders,
      ...answer.headers,
      ...(body && { 'content-length': body.length }),
    }).flatMap(([name, value]) => [name, String(value)]);
    written.set(answer, headers);
  }
  response.writeHead(answer.status, headers);
  response.end(answer.body ?? undefined);
}

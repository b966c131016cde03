import { setTimeout as sleep } from 'node:timers/promises';
import { HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { httpRequest } from '@tallystone/testkit/processes/http-request.ts';
import type { Proof } from './proof.ts';
import { shareOf } from './share-of.ts';
import { startBareServer } from './start-bare-server.ts';

/** As large as a market's history, or a list of 500 markets. */
const BODY = Buffer.alloc(16_000, 'x');
/** The machine's time is for the measured program. */
const PAUSE_MS = 50;

/** It is compared with the slowest of many measurements, or with their 99th percentile. */
export const BARE_ANSWERS = '99% of the answers of a bare server that does a fixed piece of work for each';

/**
 * The baseline for the server's responses: those of a bare node:http server that does a fixed piece of work for each. It is
 * queried in the same seconds and from this process too, so that a slow or busy machine delays both.
 *
 * @returns how to end it, which returns the 99th percentile of its response times, in ms. A sample asserts no time and skips this.
 */
export async function askBareServer({ sample }: Proof): Promise<() => Promise<number>> {
  if (sample) return async () => Number.NaN;
  const answer = { status: 200, headers: { 'content-type': 'text/plain' }, body: BODY };
  const { child, port } = await startBareServer(answer, { works: true });
  const over = new AbortController();
  const asking = timeAnswers(port, over.signal);
  return async () => {
    over.abort();
    const times = await asking;
    child.kill();
    return shareOf(times, 0.99);
  };
}

async function timeAnswers(port: number, over: AbortSignal): Promise<number[]> {
  const request = httpRequest({ path: '/' });
  const times: number[] = [];
  let connection = new HttpConnection(port);
  do {
    const startedAt = performance.now();
    const isAnswered = await connection.send(request).then(
      () => true,
      () => false,
    );
    if (isAnswered) times.push(performance.now() - startedAt);
    // The server closed a connection that was idle for seconds, because this process was busy.
    else connection = new HttpConnection(port);
    await sleep(PAUSE_MS);
  } while (!over.aborted);
  connection.close();
  return times;
}

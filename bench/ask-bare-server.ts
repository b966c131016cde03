import { setTimeout as sleep } from 'node:timers/promises';
import { HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { httpRequest } from '@tallystone/testkit/processes/http-request.ts';
import type { Proof } from './proof.ts';
import { shareOf } from './share-of.ts';
import { startBareServer } from './start-bare-server.ts';

/** As large as the history of a market, or a list of 500 markets. */
const BODY = Buffer.alloc(16_000, 'x');
/** The machine is left to what is measured. */
const PAUSE_MS = 50;

/** What is compared with it is the slowest of many, or what 99% stay within. */
export const BARE_ANSWERS = '99% of the answers of a bare server that does a fixed piece of work for each';

/**
 * The measure for answers of the server: those of a bare node:http server that does a fixed piece of work for each. It is
 * asked in the same seconds and from this process too, so that a slow or a busy machine keeps both waiting.
 *
 * @returns how to end it, which tells what 99% of its answers stayed within, in ms. A sample asserts no time and does without.
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
    // The server closes one that was quiet for seconds, because this process had much to do.
    else connection = new HttpConnection(port);
    await sleep(PAUSE_MS);
  } while (!over.aborted);
  connection.close();
  return times;
}

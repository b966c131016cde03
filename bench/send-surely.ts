import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, HttpConnection } from './http-connection.ts';

const MOST_TRIES = 20;
const PAUSE_MS = 250;

/**
 * Sends a request on a connection of its own, and again for as long as the answer is that it may be sent again: what it
 * came to is then known.
 *
 * @throws ConnectionLost when no whole answer came
 */
export async function sendSurely(port: number, request: Buffer): Promise<Answer> {
  const connection = new HttpConnection(port);
  try {
    for (let tries = 1; ; tries++) {
      const answer = await connection.send(request);
      if (answer.status !== 503 || tries === MOST_TRIES) return answer;
      await sleep(PAUSE_MS);
    }
  } finally {
    connection.close();
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { WireError } from '@tallystone/core/http-api/error';
import { type Answer, HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';

const MOST_TRIES = 40;
const PAUSE_MS = 250;
/** The server, or its database, would have answered at another moment. */
const NO_TIME: ReadonlySet<string> = new Set(['too-busy', 'not-ready']);

/**
 * Sends a request on a separate connection, and again while the answer says that it may be sent again, so that its
 * result is known.
 *
 * @throws ConnectionLost if no complete answer came
 */
export async function sendSurely(port: number, request: Buffer): Promise<Answer> {
  const connection = new HttpConnection(port);
  try {
    return await sendAgain(connection, request, ({ status }) => status === 503);
  } finally {
    connection.close();
  }
}

/**
 * Sends a request, and again while the server says that it is too busy, which isn't a refusal of the request:
 * on a machine that is busy with other proofs its database may take too long.
 */
export function sendUntilAnswered(
  connection: HttpConnection,
  request: Uint8Array,
  options?: { limitMs?: number },
): Promise<Answer> {
  const hasNoTime = ({ status, body }: Answer) =>
    // The server's error schema promises this.
    status === 503 && NO_TIME.has((JSON.parse(body.toString()) as WireError).code);
  return sendAgain(connection, request, hasNoTime, options);
}

async function sendAgain(
  connection: HttpConnection,
  request: Uint8Array,
  isAsked: (answer: Answer) => boolean,
  options?: { limitMs?: number },
): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const answer = await connection.send(request, options);
    if (!isAsked(answer) || tries === MOST_TRIES) return answer;
    await sleep(PAUSE_MS);
  }
}

import { type Answer, HttpConnection } from '@tallystone/testkit/processes/http-connection.ts';
import { sendUntilAnswered } from './send-surely.ts';

/**
 * Sends every request on a separate connection, distributed over the servers, all at the same moment: the
 * connections are open before the first request leaves. If a server is too busy for one, it is sent again: what counts is
 * the final answer of each.
 *
 * @returns one answer per request, in the same order
 */
export async function sendAtOnce(
  servers: readonly { readonly port: number }[],
  requests: readonly Uint8Array[],
): Promise<Answer[]> {
  const lanes = requests.map((request, i) => {
    const server = servers[i % servers.length];
    if (server === undefined) throw new Error('no server to send to');
    return { request, connection: new HttpConnection(server.port) };
  });
  await Promise.all(lanes.map(({ connection }) => connection.opened()));
  const answers = await Promise.all(
    lanes.map(({ request, connection }) => sendUntilAnswered(connection, request)),
  );
  for (const { connection } of lanes) connection.close();
  return answers;
}

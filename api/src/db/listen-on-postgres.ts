import { findPooling } from './find-pooling.ts';
import type { Listener } from './messenger.ts';
import { PoolingProblem } from './pooling-problem.ts';
import { PrimaryClient } from './primary-client.ts';

const RECONNECT_MS = 500;
/** A server that accepts a connection and then says nothing is frozen. */
const ANSWER_MS = 5000;

/**
 * Listens on a separate connection, which must have a session of its own. After a lost connection it reconnects and reports
 * that messages may be missing.
 */
export async function listenOnPostgres(
  url: string,
  channel: string,
  listener: Listener,
): Promise<() => Promise<void>> {
  let stopped = false;
  let client: PrimaryClient | null = null;
  let retry: NodeJS.Timeout | undefined;

  const connect = async () => {
    const next = new PrimaryClient({
      connectionString: url,
      application_name: 'tallystone-listen',
      connectionTimeoutMillis: ANSWER_MS,
      answerTimeoutMs: ANSWER_MS,
      keepAlive: true,
      // A machine that vanished is noticed after 20 s: then ten probes, a second apart, had no answer.
      keepAliveInitialDelayMillis: 10_000,
    });
    next.on('notification', (message) => listener.onMessage(message.payload ?? ''));
    next.on('error', () => undefined);
    try {
      await next.connect();
      await next.query(`LISTEN ${next.escapeIdentifier(channel)}`);
    } catch (error) {
      await next.end().catch(() => undefined);
      throw error;
    }
    // Only now: an attempt that fails ends, too, and would lead to two further ones.
    next.on('end', reconnectLater);
    client = next;
    if (stopped) await next.end();
  };
  const reconnect = async () => {
    // A pooler may have been restarted in another mode, in which messages would silently stay out.
    if ((await findPooling(url)) !== 'session')
      throw new PoolingProblem('the pooler is in transaction mode, in which no messages arrive');
    await connect();
  };
  const reconnectLater = () => {
    if (stopped) return;
    retry = setTimeout(() => reconnect().then(() => stopped || listener.onGap(), failAgain), RECONNECT_MS);
  };
  const failAgain = (error: unknown) => {
    if (!stopped) listener.onLost?.(error);
    reconnectLater();
  };

  await connect();
  return async () => {
    stopped = true;
    clearTimeout(retry);
    await client?.end().catch(() => undefined);
  };
}

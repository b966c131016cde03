import { once } from 'node:events';
import { createConnection } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { NatsConnection } from '@nats-io/transport-node';
import { afterCommit, type Listener, type Messenger } from './messenger.ts';

const RECONNECT_MS = 500;
/** A server that accepts a connection and then says nothing is frozen. */
const ANSWER_MS = 5000;
/** A machine that vanished is noticed after 20 to 30 s: then two pings had no answer. */
const PING_EVERY_MS = 10_000;
const MOST_UNANSWERED = 2;
const LAST_MESSAGES_MS = 1000;
const NATS_PORT = 4222;
/** A lost message delays what it says by this much. */
const LOOK_EVERY_MS = 1000;
/** The ids and the empty text that we send. What others send there would only be read for nothing. */
const PAYLOAD = /^[\w-]{0,100}$/;

interface Subscriber {
  readonly channel: string;
  readonly listener: Listener;
}

/**
 * Messages by NATS, each sent after its commit and at most once. One is lost if its process or a NATS server dies in between,
 * so listeners look for themselves every second. It returns at once: while no server answers, messages are dropped and
 * connecting is tried again.
 *
 * @param url of one or more servers of a cluster, separated by commas
 */
export async function natsMessenger(url: string): Promise<Messenger> {
  // Imported here because few servers use NATS.
  const nats = await import('@nats-io/transport-node');
  const options = { ...optionsOf(url), name: 'tallystone', reconnect: false, timeout: ANSWER_MS };
  const ended = new AbortController();
  const subscribers = new Set<Subscriber>();
  let connection: NatsConnection | null = null;

  function listen(subscriber: Subscriber, on: NatsConnection): void {
    const { channel, listener } = subscriber;
    on.subscribe(channel, {
      callback: (error, message) => {
        if (error !== null) return listener.onLost?.(new NatsProblem(error));
        const payload = message.string();
        if (PAYLOAD.test(payload) && subscribers.has(subscriber)) listener.onMessage(payload);
      },
    });
  }

  async function connect(): Promise<NatsConnection> {
    const next = await nats.connect({
      ...options,
      // The client leaves a connection to a silent server open for ever, so it only gets servers that speak.
      servers: await greeting(options.servers, ended.signal),
      pingInterval: PING_EVERY_MS,
      maxPingOut: MOST_UNANSWERED,
    });
    connection = next;
    // The process began to stop while it connected, and waits until this connection is closed.
    if (ended.signal.aborted) await next.close();
    else for (const subscriber of subscribers) listen(subscriber, next);
    return next;
  }

  async function stayConnected(): Promise<void> {
    while (!ended.signal.aborted) {
      try {
        const error = await (await connect()).closed();
        if (ended.signal.aborted) break;
        throw error ?? new Error('the connection was closed');
      } catch (error) {
        connection = null;
        for (const { listener } of subscribers) listener.onLost?.(new NatsProblem(error));
      }
      await delay(RECONNECT_MS, undefined, { signal: ended.signal, ref: false }).catch(() => undefined);
    }
    await connection?.close();
  }

  function send(channel: string, payloads: readonly string[]): void {
    try {
      for (const payload of payloads) connection?.publish(channel, payload);
    } catch {
      // The connection has just been closed, so these messages are lost.
    }
  }

  const looking = setInterval(() => {
    for (const { listener } of subscribers) listener.onGap();
  }, LOOK_EVERY_MS).unref();
  const connected = stayConnected();
  return {
    publishing: (_channel, payload) => payload,
    published: (db, channel, payloads) => afterCommit(db, () => send(channel, payloads)),
    async subscribe(channel, listener) {
      const subscriber = { channel, listener };
      subscribers.add(subscriber);
      if (connection !== null && !connection.isClosed()) listen(subscriber, connection);
      return async () => {
        subscribers.delete(subscriber);
      };
    },
    async close() {
      ended.abort();
      clearInterval(looking);
      // So that the last messages are sent, unless the server has frozen.
      const sent = connection?.drain().catch(() => undefined);
      await Promise.race([sent, delay(LAST_MESSAGES_MS, undefined, { ref: false })]);
      await Promise.race([connection?.close(), delay(LAST_MESSAGES_MS, undefined, { ref: false })]);
      await connected;
    },
  };
}

/**
 * The servers that say something when a client connects, as every NATS server does.
 *
 * @throws the last error if none does
 */
async function greeting(servers: readonly string[], signal: AbortSignal): Promise<string[]> {
  const asked = await Promise.allSettled(servers.map((server) => hearFirst(server, signal)));
  const found = servers.filter((_, i) => asked[i]?.status === 'fulfilled');
  if (found.length > 0) return found;
  throw asked.flatMap((each) => (each.status === 'rejected' ? [each.reason] : [])).at(-1);
}

async function hearFirst(server: string, signal: AbortSignal): Promise<void> {
  const { hostname, port } = new URL(`nats://${server}`);
  const socket = createConnection({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || NATS_PORT),
  });
  try {
    await once(socket, 'data', { signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]) });
  } finally {
    socket.destroy();
  }
}

/** No NATS server can be used. */
class NatsProblem extends Error {
  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(
      `no server at NATS_URL can be used (${reason}): until then other processes' changes show a second later (docs/operations/messages.md)`,
      { cause },
    );
    this.name = 'NatsProblem';
  }
}

/** The addresses, and the user that they name: the client wants it beside them. */
function optionsOf(url: string) {
  const servers = url.split(',').map((each) => new URL(each.trim()));
  const [{ username, password, protocol }] = servers as [URL];
  return {
    servers: servers.map(({ host }) => host),
    ...(username !== '' &&
      (password === ''
        ? { token: decodeURIComponent(username) }
        : { user: decodeURIComponent(username), pass: decodeURIComponent(password) })),
    ...(protocol === 'tls:' && { tls: {} }),
  };
}

import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { httpRequest } from '@tallystone/testkit/processes/http-request.ts';

/**
 * A client at one address that does what no browser does, as a separate process, so that it doesn't slow the processes that
 * measure. Arguments: port, address, what it does, how many. It ends when its standard input closes.
 *
 * - `unread`: this many connections that request a large file and read nothing of it.
 * - `health`: this many connections that ask whether the server is ready, as fast as it answers.
 * - `tokens`, `markets`: this many requests a second, each with another made-up token, or for another made-up market.
 *
 * It prints `started` once everything is open or sent, and at the end the results of its requests, as JSON.
 */

export type HostileAct = 'unread' | 'health' | 'tokens' | 'markets';

/** The results of a hostile client's requests. */
export interface HostileOutcome {
  sent: number;
  /** Answers by status; unread ones aren't known. */
  answers: Record<string, number>;
  /** Connections that the server closed. */
  closed: number;
}

const LARGE_FILE = '/docs/swagger-ui-bundle.js';
const FLOOD_CONNECTIONS = 64;
const TICK_MS = 10;
/** A client whose connection is closed comes back, but not at once. */
const BACK_AFTER_MS = 200;

const [port = '', localAddress = '', act = '', many = ''] = process.argv.slice(2);
const outcome: HostileOutcome = { sent: 0, answers: {}, closed: 0 };
let isOver = false;
/** For clients that read nothing, only the end shows which connections were closed. */
const unread: Socket[] = [];
let connected = 0;
/** With this many connections the client is running. */
const wanted = () => (act === 'unread' || act === 'health' ? Number(many) : FLOOD_CONNECTIONS);

function open(onOpen: (socket: Socket) => void, onAnswer: (socket: Socket) => void): void {
  const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress, noDelay: true });
  socket.setEncoding('latin1');
  socket.on('connect', () => {
    onOpen(socket);
    connected += 1;
    if (connected === wanted()) console.log('started');
  });
  socket.on('data', (text: string) => {
    for (const [, status = ''] of text.matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
      outcome.answers[status] = (outcome.answers[status] ?? 0) + 1;
      onAnswer(socket);
    }
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    outcome.closed += 1;
    if (!isOver) setTimeout(() => open(onOpen, onAnswer), BACK_AFTER_MS);
  });
}

function send(socket: Socket, request: Uint8Array): void {
  if (socket.destroyed) return;
  outcome.sent += 1;
  socket.write(request);
}

const ACTS: Readonly<Record<HostileAct, (amount: number) => void>> = {
  unread(amount) {
    const request = httpRequest({ path: LARGE_FILE });
    for (let i = 0; i < amount; i++) {
      open(
        (socket) => {
          socket.pause();
          unread.push(socket);
          send(socket, request);
        },
        () => undefined,
      );
    }
  },
  health(amount) {
    const request = httpRequest({ path: '/api/health/ready' });
    const ask = (socket: Socket) => send(socket, request);
    for (let i = 0; i < amount; i++) open(ask, ask);
  },
  tokens: (amount) =>
    flood(amount, () =>
      httpRequest({ path: '/api/user/limits', token: randomBytes(32).toString('base64url') }),
    ),
  markets: (amount) =>
    flood(amount, () =>
      httpRequest({ path: `/market/m_${randomBytes(10).toString('hex')}`, headers: { accept: 'text/html' } }),
    ),
};

/** Sends at a fixed pace, whether or not it gets answers. */
function flood(perSecond: number, compose: () => Buffer): void {
  const sockets = new Set<Socket>();
  for (let i = 0; i < FLOOD_CONNECTIONS; i++) {
    open(
      (socket) => {
        sockets.add(socket);
        socket.once('close', () => sockets.delete(socket));
      },
      () => undefined,
    );
  }
  const begun = performance.now();
  let due = 0;
  setInterval(() => {
    const at = ((performance.now() - begun) / 1000) * perSecond;
    for (const socket of sockets) {
      // The server hasn't read the last requests yet, so don't send more.
      if (due >= at || socket.writableLength > 0) continue;
      const batch = Math.ceil((at - due) / sockets.size);
      for (let i = 0; i < batch; i++) send(socket, compose());
      due += batch;
    }
    due = Math.max(due, at - perSecond);
  }, TICK_MS);
}

// One of the four, from the proof that starts it.
ACTS[act as HostileAct](Number(many));
createInterface({ input: process.stdin }).on('close', () => {
  isOver = true;
  for (const socket of unread) socket.resume();
  const isKnown = () => unread.every((socket) => socket.bytesRead > 0 || socket.destroyed);
  const waiting = setInterval(() => {
    if (!isKnown()) return;
    clearInterval(waiting);
    report();
  }, TICK_MS);
});

function report(): void {
  process.stdout.write(`${JSON.stringify(outcome)}\n`, () => process.exit(0));
}

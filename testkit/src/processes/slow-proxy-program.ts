import { connect, createServer, type Socket } from 'node:net';
import { lackingIn, StatementReader } from './sent-statements.ts';

/**
 * A program, started by `slow-proxy.ts` with a port of PostgreSQL or PgBouncer: passes connections to it, each
 * message from the client later by some milliseconds, as a database on several machines takes longer for every statement.
 * It keeps the statements with something that such databases lack.
 *
 * Arguments: the port, the delay in ms. It sends its own port, and answers each message with what it kept.
 */

const [target = '', delay = ''] = process.argv.slice(2);
const kept = new Set<string>();
/** What each text lacks: the same few hundred come again and again, and are long. */
const known = new Map<string, string | null>();
const MOST_KNOWN = 5_000;
let statements = 0;

const server = createServer((near) => {
  const far = connect({ port: Number(target), host: '127.0.0.1' });
  const both = [near, far];
  for (const socket of both) {
    socket.setNoDelay();
    socket.on('error', () => undefined);
    socket.once('close', () => {
      for (const other of both) other.destroy();
    });
  }
  const reader = new StatementReader((text) => {
    statements += 1;
    let lacking = known.get(text);
    if (lacking === undefined) {
      lacking = lackingIn(text);
      if (known.size < MOST_KNOWN) known.set(text, lacking);
    }
    if (lacking !== null) kept.add(`${lacking}: ${text.replace(/\s+/g, ' ').slice(0, 300)}`);
  });
  near.on('data', (chunk) => {
    reader.read(chunk);
    later(far, () => far.write(chunk));
  });
  near.on('end', () => later(far, () => far.end()));
  far.pipe(near);
});

/** Timers of the same delay end in the order in which they were set. */
function later(socket: Socket, work: () => void): void {
  setTimeout(() => {
    if (!socket.destroyed) work();
  }, Number(delay));
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : null });
});
process.on('message', () => process.send?.({ statements, lacking: [...kept] }));
process.on('disconnect', () => process.exit());

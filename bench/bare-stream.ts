import { createServer, type ServerResponse } from 'node:http';

/**
 * A minimal stream server: changes occur at an even pace, and each reader gets those of the last
 * 100 ms as one event with the time of each. Started as a separate process by follow-bare-stream.ts, with the
 * changes per second as its argument; prints its port.
 */
const FRAME_MS = 100;

const everyMs = 1_000 / Number(process.argv[2]);
const readers = new Set<ServerResponse>();
const now = () => performance.timeOrigin + performance.now();
let last = now();
setInterval(() => {
  // By the clock: a late timer must not make a change look younger.
  const changes: number[] = [];
  for (; last + everyMs <= now(); last += everyMs) changes.push(last + everyMs);
  if (changes.length === 0) return;
  for (const reader of readers) reader.write(`event: bare\ndata: ${JSON.stringify(changes)}\n\n`);
}, FRAME_MS);

const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
  readers.add(response);
  response.on('close', () => readers.delete(response));
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) console.log(address.port);
});

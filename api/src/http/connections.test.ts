import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { inLimits, mostConnections, mostOpenFiles, restAfter } from './connections.ts';

test.each([
  ['where nothing is set and there is room', null, 1_048_576, 12_000],
  ['as many as are wanted', 20_000, 1_048_576, 20_000],
  ['of 4096 files some are left for the work', null, 4096, 3796],
  ['however many are wanted', 5000, 4096, 3796],
  ['with hardly a file, one', null, 100, 1],
  ['where the system says nothing', null, null, 12_000],
])('the connections of a process: %s', (_name, wanted, openFiles, expected) => {
  expect(mostConnections(wanted, openFiles)).toBe(expected);
});

test('the system says how many files this process may open', () => {
  expect(
    inLimits(
      'Max cpu time              unlimited   unlimited   seconds\nMax open files            4096   8192   files\n',
    ),
  ).toBe(4096);
  expect(inLimits('Max open files            unlimited   unlimited   files\n')).toBeNull();
  expect(mostOpenFiles() ?? 1).toBeGreaterThan(0);
});

test.each([
  ['nothing more is read of it', 3_600_000, 1],
  ['and it goes on after that', 10, 2],
])('a connection that rests after an answer: %s', async (_what, restMs, answered) => {
  let asked = 0;
  const held: Socket[] = [];
  const server = createServer((request, response) => {
    held.push(request.socket);
    asked += 1;
    restAfter(response, request.socket, restMs);
    response.end('ok');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const ask = async () => {
    const socket = connect(port, '127.0.0.1');
    held.push(socket);
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    await once(socket, 'data');
    return socket;
  };
  const socket = await ask();
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  // Other callers get answers in that time.
  await ask();
  await ask();
  await expect.poll(() => asked).toBe(answered + 2);
  for (const each of held) each.destroy();
  server.close();
});

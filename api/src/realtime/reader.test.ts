import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createReader } from './reader.ts';

let server: Server;
let ours: Socket;
let theirs: Socket;

beforeEach(async () => {
  server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('expected a port');
  theirs = connect(address.port, '127.0.0.1');
  theirs.on('error', () => undefined);
  // node:net emits the event with this one argument.
  [ours] = (await once(server, 'connection')) as [Socket];
  ours.on('error', () => undefined);
});
afterEach(() => {
  theirs.destroy();
  ours.destroy();
  server.close();
});

async function receive(): Promise<string> {
  const chunks: Buffer[] = [];
  theirs.on('data', (chunk: Buffer) => chunks.push(chunk)).resume();
  await once(theirs, 'end');
  return Buffer.concat(chunks).toString();
}

const KILOBYTES_64 = Buffer.alloc(64 * 1024, 'x');

test('events sent before the welcome come after its first events and before its last', async () => {
  const reader = createReader(ours);
  reader.send(Buffer.from('b'));
  reader.send(Buffer.from('c'));
  reader.welcome([Buffer.from('1'), Buffer.from('a')], Buffer.from('d'));
  reader.send(Buffer.from('e'));
  const received = receive();
  reader.end();
  expect(await received).toBe('1abcde');
  expect(reader.isGone).toBe(true);
});

test('a reader that reads nothing is dropped at the limit', async () => {
  theirs.pause();
  const reader = createReader(ours);
  reader.welcome([], Buffer.from('a'));
  // The system buffers a few megabytes, which don't count.
  let sent = 0;
  while (!reader.isGone && sent < 64 * 1024 * 1024) {
    reader.send(KILOBYTES_64);
    sent += KILOBYTES_64.length;
    await new Promise((resolve) => setImmediate(resolve));
    expect(ours.writableLength).toBeLessThanOrEqual(512 * 1024 + 2 * KILOBYTES_64.length);
  }
  expect(reader.isGone).toBe(true);
});

test('the first events may be large', async () => {
  theirs.pause();
  const reader = createReader(ours);
  reader.welcome(
    Array.from({ length: 320 }, () => KILOBYTES_64),
    Buffer.from('z'),
  );
  reader.send(Buffer.from('after'));
  expect(reader.isGone).toBe(false);
  const received = receive();
  reader.send(Buffer.from('!'));
  await expect.poll(() => ours.writableLength).toBe(0);
  reader.end();
  expect((await received).length).toBe(320 * KILOBYTES_64.length + 'zafter!'.length);
});

test('a reader that stays behind for three looks is dropped, and one that catches up is not', async () => {
  theirs.pause();
  const reader = createReader(ours);
  reader.welcome(
    Array.from({ length: 320 }, () => KILOBYTES_64),
    Buffer.from('z'),
  );
  reader.look();
  reader.look();
  expect(reader.isGone).toBe(false);
  theirs.resume();
  await expect.poll(() => ours.writableLength).toBe(0);
  reader.look();
  theirs.pause();
  // More than the system buffers.
  for (let i = 0; i < 64 * 16; i++) reader.send(KILOBYTES_64);
  if (!reader.isGone) for (let looks = 0; looks < 3; looks++) reader.look();
  expect(reader.isGone).toBe(true);
});

test('a reader that waits too long for its welcome is dropped', () => {
  const reader = createReader(ours);
  for (let i = 0; i < 200; i++) reader.send(Buffer.from('x'));
  expect(reader.isGone).toBe(false);
  reader.send(Buffer.from('x'));
  expect(reader.isGone).toBe(true);
});

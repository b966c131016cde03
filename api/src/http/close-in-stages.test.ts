import { connect } from 'node:net';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { aTestApp } from '@tallystone/testkit/server/test-app.ts';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { App } from '../app.ts';

let database: TestDatabase;
let app: App;
let port: number;

beforeAll(async () => {
  database = await createTestDatabase();
  app = await aTestApp(database);
  port = Number(new URL(await app.http.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterAll(async () => {
  await app.close();
  await database.close();
});

afterEach(() => vi.useRealTimers());

const PIECE = Buffer.alloc(65_536, 'x');
const POST = 'POST /api/auth/demo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
/** More than the system buffers unread: the refusal arrives before the last byte is sent. */
const PIECES = 400;

/** Sends everything before it reads the answer. */
function sendThenRead(head: string, piece: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', async () => {
      socket.pause();
      socket.write(head);
      for (let sent = 0; sent < PIECES && !socket.destroyed; sent++) {
        await new Promise<void>((next) => socket.write(piece, () => next()));
      }
      let answer = '';
      socket.setEncoding('utf8').on('data', (text) => {
        answer += text;
      });
      socket.resume();
      socket.once('end', () => {
        socket.destroy();
        resolve(answer);
      });
    });
    socket.once('error', reject);
  });
}

test.each([
  ['a body that is too long by its length', `${POST}content-length: ${2 ** 30}\r\n\r\n`, PIECE, 413],
  [
    'a body that turns out to be too long',
    `${POST}transfer-encoding: chunked\r\n\r\n`,
    Buffer.concat([Buffer.from('10000\r\n'), PIECE, Buffer.from('\r\n')]),
    413,
  ],
  ['headers that are too long', 'GET /api/config HTTP/1.1\r\nhost: x\r\nx-long: ', PIECE, 431],
])('%s gets a refusal, however much is still being sent', async (_name, head, piece, status) => {
  // A slow machine may take long to send; the answer isn't cut off in that time.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  expect(await sendThenRead(head, piece)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [^]*"requestId":`));
});

test('a caller that never stops sending is cut off', async () => {
  const isOver = await new Promise<boolean>((resolve) => {
    // It ignores the refusal and its end.
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const pump = () => {
      while (socket.write(PIECE));
    };
    socket.on('drain', pump).resume();
    socket.once('close', () => resolve(true));
    socket.on('error', () => undefined);
    socket.write(`${POST}content-length: ${2 ** 40}\r\n\r\n`);
    pump();
  });
  expect(isOver).toBe(true);
});

import { connect } from 'node:net';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { aTestApp } from '@tallystone/testkit/server/test-app.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../app.ts';

let database: TestDatabase;
let app: App;
let url: string;

beforeAll(async () => {
  database = await createTestDatabase();
  app = await aTestApp(database);
  url = await app.http.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await app.close();
  await database.close();
});

describe('invalid HTTP', () => {
  const say = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const { hostname, port } = new URL(url);
      let answer = '';
      const socket = connect(Number(port), hostname, () => socket.write(text));
      socket.setEncoding('utf8').on('data', (chunk) => {
        answer += chunk;
      });
      socket.once('end', () => resolve(answer));
      socket.once('error', reject);
    });

  test.each([
    ['noise', 'hello\r\n\r\n', 400],
    ['headers of 20 kB', `GET /api/config HTTP/1.1\r\nhost: x\r\nx-long: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    [
      'two lengths',
      'POST /api/bets HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab',
      400,
    ],
    ['no host', 'GET /api/config HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
    ['an unknown method', 'BREW /api/config HTTP/1.1\r\nhost: x\r\n\r\n', 400],
  ])('%s is answered in JSON and the connection ends', async (_name, text, status) => {
    const answer = await say(text);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')));
    expect(body).toEqual({
      error: expect.any(String),
      code: 'invalid-request',
      requestId: expect.any(String),
    });
  });

  test('an unknown expectation is ignored', async () => {
    const answer = await say(
      'GET /api/health/live HTTP/1.1\r\nhost: x\r\nexpect: miracles\r\nconnection: close\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toContain('{"status":"live","version":"unbuilt"}');
  });

  test('a URL that climbs out of the admin prefix is still guarded', async () => {
    const answer = await say('GET /api/admin/%2e%2e/config HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  });
});

describe('callers that never finish their request', () => {
  test('have 10 seconds for their headers and 20 for the whole request', () => {
    const { headersTimeout, requestTimeout } = app.http.server;
    expect([headersTimeout, requestTimeout]).toEqual([10_000, 20_000]);
  });

  test('do not keep the server from stopping', async () => {
    const other = await aTestApp(database);
    const { port } = new URL(await other.http.listen({ host: '127.0.0.1', port: 0 }));
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.write('GET /api/config HTTP/1.1\r\nhost: x\r\n'),
    );
    socket.on('error', () => undefined);
    await new Promise((resolve) => socket.once('connect', resolve));
    // Only this would cut off unfinished requests, but not within the test.
    other.http.server.headersTimeout = 0;
    other.http.server.requestTimeout = 0;
    await other.close();
    socket.destroy();
  });
});

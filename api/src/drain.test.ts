import { Agent, get, type IncomingMessage } from 'node:http';
import { createTestDatabase, type TestDatabase } from '@tallystone/testkit/database/test-database.ts';
import { listen, openReader } from '@tallystone/testkit/server/stream-reader.ts';
import { aTestApp } from '@tallystone/testkit/server/test-app.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** Longer than any test. */
const LONG_MS = 3_600_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('while a server drains it serves, says that it is not ready, and each answer ends its connection', async () => {
  const app = await aTestApp(database);
  const url = await listen(app);
  const keepAlive = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (path: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get(url + path, { agent: keepAlive }, (answer) => resolve(answer.resume())).once('error', reject);
    });
  const paths = ['/api/config', '/api/markets', '/api/nothing', '/api/%zz', '/docs', '/docs/openapi.json'];
  expect((await ask('/api/config')).headers.connection).toBe('keep-alive');
  const before = await openReader(url);

  void app.drain(LONG_MS);
  for (const path of paths) expect((await ask(path)).headers.connection).toBe('close');
  expect((await ask('/api/config')).statusCode).toBe(200);
  expect((await ask('/api/health/ready')).statusCode).toBe(503);
  // Until load balancers notice, readers come here too.
  const during = await openReader(url);
  expect(during.answer.statusCode).toBe(200);
  expect([before.isEnded, during.isEnded]).toEqual([false, false]);

  await app.close();
  await expect.poll(() => [before.isEnded, during.isEnded]).toEqual([true, true]);
  keepAlive.destroy();
});

test('streams end before the end of the drain, while the server still serves', async () => {
  const app = await aTestApp(database);
  const url = await listen(app);
  const reader = await openReader(url);
  await app.drain(1);
  await expect.poll(() => reader.isEnded).toBe(true);
  expect((await fetch(`${url}/api/config`)).status).toBe(200);
  await app.close();
});

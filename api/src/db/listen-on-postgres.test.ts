import { connect, createServer, type Socket } from 'node:net';
import { createTestDatabase, openPatiently } from '@tallystone/testkit/database/test-database.ts';
import pg from 'pg';
import { expect, test } from 'vitest';

test('a listener that cannot reconnect reports it, and reconnects once it can', async () => {
  const database = await createTestDatabase();
  const name = new URL(database.url).pathname.slice(1);
  // A database can't be closed to connections from a connection to itself.
  const elsewhere = new URL(database.url);
  elsewhere.pathname = '/postgres';
  const admin = new pg.Client({ connectionString: elsewhere.href });
  await admin.connect();
  const heard: string[] = [];
  const stop = await database.messenger.subscribe('tallystone_test', {
    onMessage: () => undefined,
    onGap: () => heard.push('back'),
    onLost: () => heard.push('lost'),
  });
  await admin.query(`alter database ${name} with allow_connections false`);
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name = 'tallystone-listen'`,
    [name],
  );
  await expect.poll(() => heard).toContain('lost');
  expect(heard).not.toContain('back');
  await admin.query(`alter database ${name} with allow_connections true`);
  await expect.poll(() => heard).toContain('back');
  await stop();
  await admin.end();
  await database.close();
});

test('a listener makes one attempt after the other while a proxy accepts connections and closes them', async () => {
  const database = await createTestDatabase();
  const { hostname, port, pathname, username } = new URL(database.url);
  const attempts: number[] = [];
  const passed: Socket[] = [];
  let isAway = false;
  const proxy = createServer((socket) => {
    socket.on('error', () => undefined);
    attempts.push(performance.now());
    if (isAway) return socket.destroy();
    const server = connect(Number(port), hostname);
    passed.push(socket, server);
    server.on('error', () => undefined);
    return socket.pipe(server).pipe(socket);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port: at } = proxy.address() as { port: number };
  const heard: string[] = [];
  const behind = await openPatiently(`postgres://${username}@127.0.0.1:${at}${pathname}`);
  const stop = await behind.messenger.subscribe('tallystone_test', {
    onMessage: () => undefined,
    onGap: () => heard.push('back'),
    onLost: () => heard.push('lost'),
  });
  isAway = true;
  for (const socket of passed) socket.destroy();
  await expect.poll(() => attempts.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(4);
  // Each starts half a second after the one before has failed. Timers may fire a moment early.
  const pauses = attempts.slice(2).map((time, index) => time - (attempts[index + 1] ?? 0));
  for (const pause of pauses) expect(pause).toBeGreaterThan(400);
  isAway = false;
  await expect.poll(() => heard.at(-1), { timeout: 60_000 }).toBe('back');
  await stop();
  await behind.close();
  proxy.close();
  await database.close();
});

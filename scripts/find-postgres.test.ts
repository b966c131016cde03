import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { expect, test } from 'vitest';
import { startPostgres } from './find-postgres.mjs';

const LIMIT_MS = 180_000;

test('a server is started, answers, keeps its promise to sync, and is gone after stop', {
  timeout: LIMIT_MS,
}, async () => {
  const server = await startPostgres({ own: true, settings: { max_connections: 17 } });
  expect(await ask(server.url, 'fsync')).toBe('on');
  expect(await ask(server.url, 'max_connections')).toBe('17');
  await server.stop();
  expect(await accepts(server.url)).toBe(false);
});

test('the packaged server works where the system has none', { timeout: LIMIT_MS }, async () => {
  const server = await startPostgres({ own: true, from: 'package', fsync: false });
  expect(server.source).toBe('package');
  expect(await ask(server.url, 'fsync')).toBe('off');
  await server.kill();
  expect(await accepts(server.url)).toBe(false);
});

test.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
  'no server outlives a process that ends by %s',
  { timeout: LIMIT_MS },
  async (signal) => {
    const module = fileURLToPath(new URL('./find-postgres.mjs', import.meta.url));
    const program = `import { startPostgres } from ${JSON.stringify(module)};
      console.log((await startPostgres({ own: true })).url);
      setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said] = await once(child.stdout, 'data');
    const url = String(said).trim();
    expect(await accepts(url)).toBe(true);
    child.kill(signal);
    await once(child, 'exit');
    await expect.poll(() => accepts(url), { timeout: LIMIT_MS }).toBe(false);
  },
);

test('a server that was given is used and never ended', async () => {
  const before = process.env.DATABASE_URL;
  process.env.DATABASE_URL = 'postgres://somebody@db.example/theirs';
  try {
    const server = await startPostgres();
    expect(server).toMatchObject({ url: 'postgres://somebody@db.example/theirs', source: 'environment' });
    await server.stop();
    await expect(server.kill()).rejects.toThrow('not started here');
  } finally {
    if (before === undefined) delete process.env.DATABASE_URL;
    else process.env.DATABASE_URL = before;
  }
});

async function ask(url: string, setting: string): Promise<unknown> {
  const client = new pg.Client(url);
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query('select current_setting($1) as value', [setting]);
  await client.end();
  return rows[0]?.value;
}

function accepts(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

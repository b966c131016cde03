import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { startPostgres } from './find-postgres.mjs';

const LIMIT_MS = 180_000;
const POLL = { timeout: LIMIT_MS, interval: 5 };
const STARTS_ONE = `import { startPostgres } from ${JSON.stringify(new URL('./find-postgres.mjs', import.meta.url).href)};
  console.log((await startPostgres({ own: true })).url);
  setInterval(() => {}, 1000);`;

test('a server starts, responds, syncs to disk, and is gone after stop', {
  timeout: LIMIT_MS,
}, async () => {
  const server = await startPostgres({ own: true, settings: { max_connections: 17 } });
  expect(await ask(server.url, 'fsync')).toBe('on');
  expect(await ask(server.url, 'max_connections')).toBe('17');
  await server.stop();
  expect(await accepts(server.url)).toBe(false);
});

test('the packaged server works if the system has none', { timeout: LIMIT_MS }, async () => {
  const server = await startPostgres({ own: true, from: 'package', fsync: false });
  expect(server.source).toBe('package');
  expect(await ask(server.url, 'fsync')).toBe('off');
  // Its shared memory is in its folder, which is removed even when the server is killed.
  expect(await ask(server.url, 'dynamic_shared_memory_type')).toBe('mmap');
  await server.kill();
  expect(await accepts(server.url)).toBe(false);
});

test.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
  'no server outlives a process that ends by %s',
  { timeout: LIMIT_MS },
  async (signal) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', STARTS_ONE], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [output] = await once(child.stdout, 'data');
    const url = String(output).trim();
    expect(await accepts(url)).toBe(true);
    child.kill(signal);
    await once(child, 'exit');
    await expect.poll(() => accepts(url), { timeout: LIMIT_MS }).toBe(false);
  },
);

test('another port is used if the first one is taken, without leftovers of the first attempt', {
  timeout: LIMIT_MS,
}, async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const address = taken.address();
  const firstPort = typeof address === 'object' && address ? address.port : 0;
  await inFolder(async (folder) => {
    const server = await startPostgres({ own: true, fsync: false, firstPort });
    expect(Number(new URL(server.url).port)).not.toBe(firstPort);
    expect(await ask(server.url, 'port')).toBe(new URL(server.url).port);
    expect(readdirSync(folder)).toHaveLength(1);
    await server.stop();
    expect(readdirSync(folder)).toEqual([]);
  });
  taken.close();
});

test('a server that can’t start is reported at once with its own output, and leaves nothing behind', {
  timeout: LIMIT_MS,
}, async () => {
  await inFolder(async (folder) => {
    const starting = startPostgres({ own: true, settings: { max_connections: 'many' } });
    await expect(starting).rejects.toThrow(/did not start:[\s\S]*max_connections/);
    expect(readdirSync(folder)).toEqual([]);
  });
});

test('nothing is left of a server if its process is killed during its start', {
  timeout: LIMIT_MS,
}, async () => {
  await inFolder(async (folder) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', STARTS_ONE], { stdio: 'ignore' });
    const isMade = () => readdirSync(folder).some((name) => existsSync(join(folder, name, 'data')));
    await expect.poll(isMade, POLL).toBe(true);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await expect.poll(() => readdirSync(folder), POLL).toEqual([]);
  });
});

test('a given server is used and never stopped', async () => {
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

/** Meanwhile temporary folders are made inside the test's own, where PostgreSQL's user may remove them. */
async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'find-postgres-'));
  chmodSync(folder, 0o777);
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  try {
    await work(folder);
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(folder, { recursive: true, force: true });
  }
}

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

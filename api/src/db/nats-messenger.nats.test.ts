import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { aCuttingProxy } from '@tallystone/testkit/database/lost-commit.ts';
import {
  createTestDatabase,
  openPatiently,
  type TestDatabase,
} from '@tallystone/testkit/database/test-database.ts';
import { NatsServer } from '@tallystone/testkit/server/nats-server.ts';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Db } from './db.ts';
import { publisherOf } from './messenger.ts';
import type { Database } from './open-database.ts';
import { CommitUnknownError, transaction } from './transaction.ts';

const CHANNEL = 'tallystone_test';

let database: TestDatabase;
let nats: NatsServer;
let opened: Database[];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  nats = await NatsServer.start();
  opened = [];
});
afterEach(async () => {
  await Promise.all(opened.map((each) => each.close()));
  await nats.stop();
});

async function aProcess(url = database.url, natsUrl = nats.url): Promise<Database> {
  const made = await openPatiently(url, { natsUrl });
  opened.push(made);
  return made;
}

const send = async (db: Db, ...payloads: string[]) => publisherOf(db).published(db, CHANNEL, payloads);

/** What a process hears: payloads, and why it hears nothing. */
async function hear({ messenger }: Database) {
  const messages: string[] = [];
  const lost: string[] = [];
  let gaps = 0;
  const stop = await messenger.subscribe(CHANNEL, {
    onMessage: (payload) => messages.push(payload),
    onGap: () => {
      gaps += 1;
    },
    onLost: (error) => lost.push(String(error)),
  });
  return { messages, lost, gaps: () => gaps, stop };
}

/** Waits until messages of one process arrive at the other. */
const untilHeard = (from: Database, { messages }: { messages: string[] }, text: string) =>
  expect
    .poll(async () => {
      await send(from.db, text);
      return messages;
    })
    .toContain(text);

test('a message of a transaction comes with its commit, to every process and its own, and not without', async () => {
  const [one, two] = [await aProcess(), await aProcess()];
  const heard = [await hear(one), await hear(two)];
  for (const each of heard) await untilHeard(one, each, 'begin');
  await transaction(one.db, async (tx) => {
    await send(tx, 'a', 'b');
    await tx.transaction((inner) => send(inner, 'c'));
    await expect(
      transaction(two.db, async (other) => {
        await send(other, 'undone');
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow();
    await untilHeard(two, heard[0] as (typeof heard)[0], 'meanwhile');
    for (const { messages } of heard) expect(messages).not.toContain('a');
  });
  for (const { messages } of heard) {
    // Messages of another process can come before, between or after these.
    await expect
      .poll(() => messages.filter((each) => each !== 'meanwhile').slice(-3))
      .toEqual(['a', 'b', 'c']);
    expect(messages).not.toContain('undone');
  }
  await heard[1]?.stop();
  await untilHeard(two, heard[0] as (typeof heard)[0], 'end');
  expect(heard[1]?.messages).not.toContain('end');
});

test('a message is sent as well if COMMIT had no answer', async () => {
  const proxy = await aCuttingProxy(database.url);
  const [cut, other] = [await aProcess(proxy.url), await aProcess()];
  const heard = await hear(other);
  await untilHeard(cut, heard, 'begin');
  proxy.cutNextCommit();
  const lost = transaction(cut.db, async (tx) => {
    await tx.execute(sql`select 1`);
    await send(tx, 'perhaps');
  });
  await expect(lost).rejects.toThrow(CommitUnknownError);
  await expect.poll(() => heard.messages).toContain('perhaps');
  proxy.close();
});

test('while no server answers, work goes on, each attempt says why, and later messages come again', async () => {
  await nats.kill();
  const one = await aProcess();
  const heard = await hear(one);
  await expect.poll(() => heard.lost.length).toBeGreaterThanOrEqual(2);
  expect(heard.lost[0]).toMatch(/^NatsProblem: no server at NATS_URL can be used \(.+\): until then/);
  await transaction(one.db, (tx) => send(tx, 'dropped'));
  await nats.start();
  await untilHeard(one, heard, 'first');
  await nats.kill();
  const attempts = heard.lost.length;
  await expect.poll(() => heard.lost.length).toBeGreaterThan(attempts);
  await transaction(one.db, (tx) => send(tx, 'dropped'));
  await nats.start();
  await untilHeard(one, heard, 'second');
  expect(heard.messages).not.toContain('dropped');
});

test('the user of NATS_URL signs in, another one is told', async () => {
  await nats.kill();
  await nats.start(['--user', 'tally', '--pass', 's:c/r t']);
  const withUser = (user: string) => nats.url.replace('//', `//${user}@`);
  const right = await aProcess(database.url, withUser('tally:s%3Ac%2Fr%20t'));
  const heard = await hear(right);
  await untilHeard(right, heard, 'in');
  const { lost } = await hear(await aProcess(database.url, withUser('tally:wrong')));
  await expect.poll(() => lost[0]).toMatch(/Authorization Violation/i);
});

test('another server of the cluster is used if one is away', async () => {
  const one = await aProcess(database.url, `nats://127.0.0.1:1,${nats.url}`);
  const heard = await hear(one);
  await untilHeard(one, heard, 'in');
});

test('what no process of ours sends is dropped', async () => {
  const one = await aProcess();
  const heard = await hear(one);
  await untilHeard(one, heard, 'begin');
  await send(one.db, 'a\u0000b', 'x'.repeat(101), 'm_1');
  await expect.poll(() => heard.messages.at(-1)).toBe('m_1');
  expect(heard.messages.filter((each) => each !== 'begin')).toEqual(['m_1']);
});

test('those who listen are told every second that messages may be missing', async () => {
  const heard = await hear(await aProcess());
  await expect.poll(heard.gaps).toBeGreaterThanOrEqual(2);
});

test('a server that accepts connections and says nothing is left alone, and stops nothing', async () => {
  const open = new Set<Socket>();
  let asked = 0;
  const silent = createServer((socket) => {
    asked += 1;
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => undefined);
  });
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  const { port } = silent.address() as AddressInfo;
  const one = await openPatiently(database.url, { natsUrl: `nats://127.0.0.1:${port}` });
  await expect.poll(() => asked).toBeGreaterThan(0);
  await one.close();
  await expect.poll(() => open.size).toBe(0);
  silent.close();
});

test('a process that stops while it connects ends the connection that it gets', async () => {
  const between = createServer();
  await once(between.listen(0, '127.0.0.1'), 'listening');
  const { port } = between.address() as AddressInfo;
  const next = async (): Promise<Socket> => (await once(between, 'connection'))[0];
  const pass = (near: Socket) => {
    const far = connect({ port: Number(new URL(nats.url).port), host: '127.0.0.1' });
    for (const socket of [near, far]) socket.on('error', () => undefined);
    near.once('close', () => far.destroy()).pipe(far);
    far.pipe(near);
  };
  const asking = next();
  const one = await openPatiently(database.url, { natsUrl: `nats://127.0.0.1:${port}` });
  // The first one only shows that the server speaks.
  const asked = await asking;
  const connecting = next();
  pass(asked);
  const held = await connecting;
  const left = once(held, 'close');
  const closed = one.close();
  pass(held);
  await closed;
  await left;
  between.close();
});

import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { httpApi } from '@tallystone/core/http-api';
import type { Endpoint } from '@tallystone/core/http-api/endpoint';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openFailureLog } from './failure-log.ts';
import { openLimiting } from './notice-proxy.ts';
import { openHttp } from './open-http.ts';
import { openLog } from './open-log.ts';
import { RawAnswer, type StreamedBody } from './route.ts';

const PIECE = `${'x'.repeat(65_535)}\n`;

/** The lines of the log. */
const lines: Record<string, unknown>[] = [];
const log = openLog('warn', { write: (line) => lines.push(JSON.parse(line)) });

let http: FastifyInstance;
let port: number;
/** The body of the next answer. */
let body: () => StreamedBody;

beforeAll(async () => {
  http = await openHttp({
    config: {
      publicOrigin: null,
      solanaRpcUrl: 'https://rpc.example',
      trustedProxies: 0,
      maxConnections: null,
      maxConnectionsPerAddress: 256,
      unreadTimeoutMs: 20_000,
    },
    limiting: openLimiting('off', log),
    log,
    failures: openFailureLog(log),
    webApp: null,
    routes: Object.values<Endpoint>(httpApi).map((endpoint) => ({
      endpoint,
      handle: async () => new RawAnswer(200, { 'content-type': 'text/csv; charset=utf-8' }, body()),
    })),
    findSession: async () => null,
    newRequestId: () => 'r',
  });
  port = Number(new URL(await http.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(() => http.close());

async function ask(): Promise<IncomingMessage> {
  const sent = get({ host: '127.0.0.1', port, path: '/api/markets', agent: false });
  // node:http emits the event with this one argument.
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return answer;
}

/** More pieces than all buffers on the way can hold. */
const MANY = 2000;

/** Very many pieces. `seen` counts those made, and shows when no more are requested. */
function manyPieces() {
  const seen = { pieces: 0, ended: false };
  async function* pieces(): AsyncGenerator<string> {
    try {
      while (seen.pieces < MANY) {
        seen.pieces += 1;
        yield PIECE;
        await nextTurn();
      }
    } finally {
      seen.ended = true;
    }
  }
  return { seen, pieces };
}

describe('a streamed answer', () => {
  test('arrives whole and in order, with its headers', async () => {
    body = async function* () {
      yield '\uFEFFa,b\r\n';
      yield Buffer.from('1,é\r\n');
    };
    const answer = await ask();
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'no-store',
      'transfer-encoding': 'chunked',
    });
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString()).toBe('\uFEFFa,b\r\n1,é\r\n');
  });

  test('waits for a slow reader, and stops when the reader disconnects', async () => {
    const { seen, pieces } = manyPieces();
    body = pieces;
    const answer = await ask();
    await once(answer, 'readable');
    const madeInTurns = async () => {
      const before = seen.pieces;
      for (let turn = 0; turn < 100; turn++) await nextTurn();
      return seen.pieces - before;
    };
    // The buffers on the way are full, and no more pieces are made.
    await expect.poll(madeInTurns).toBe(0);
    const made = seen.pieces;
    expect(made).toBeLessThan(MANY);
    expect(seen.ended).toBe(false);
    // After all pieces so far are read, more are made.
    let left = made * PIECE.length;
    for await (const chunk of answer.iterator({ destroyOnReturn: false })) {
      left -= chunk.length;
      if (left < 0) break;
    }
    expect(seen.pieces).toBeGreaterThan(made);
    expect(seen.ended).toBe(false);
    answer.destroy();
    await expect.poll(() => seen.ended).toBe(true);
    expect(seen.pieces).toBeLessThan(MANY);
  });

  test('that fails half-way breaks the connection off, and the next request is answered', async () => {
    let fail = () => {};
    const failure = new Promise<void>((resolve) => {
      fail = resolve;
    });
    body = async function* () {
      yield PIECE;
      await failure;
      throw new Error('the database went away');
    };
    const answer = await ask();
    fail();
    const read = async () => {
      for await (const _ of answer);
    };
    await expect(read()).rejects.toThrow('aborted');
    expect(lines).toMatchObject([
      {
        msg: 'an answer broke off',
        requestId: 'r',
        route: '/api/markets',
        count: 1,
        err: { message: 'the database went away' },
      },
    ]);
    lines.length = 0;
    body = async function* () {
      yield 'a';
    };
    expect((await ask()).statusCode).toBe(200);
  });

  test('that fails at once is an error like any other', async () => {
    // biome-ignore lint/correctness/useYield: it fails before it can yield anything.
    body = async function* (): AsyncGenerator<string> {
      throw new Error('the database went away');
    };
    const answer = await ask();
    expect(answer.statusCode).toBe(500);
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk);
    expect(JSON.parse(Buffer.concat(chunks).toString())).toMatchObject({ code: 'internal' });
    expect(lines.map(({ msg }) => msg)).toEqual(['a request failed']);
  });
});

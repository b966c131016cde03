import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type AzuroClient, type ClientLimits, openAzuroClient } from './azuro-client.ts';
import { FeedUnavailable } from './azuro-feed.ts';

const unavailable = (sentence: string) => new FeedUnavailable({ sentence, reason: expect.anything() });

const QUICK: Partial<ClientLimits> = { timeoutMs: 150, pauseMs: 1 };

const undo: (() => unknown)[] = [];
// The timeout of a try uses a separate clock, which advances only while a host is silent, so slow machines don't matter.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(async () => {
  vi.useRealTimers();
  for (const each of undo.splice(0).reverse()) await each();
});
const beSilent = () => vi.advanceTimersByTime(150);

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A host that gives the set answers and records its requests. */
async function aHost(...answers: Answer[]) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const answer = answers[Math.min(requests.length, answers.length) - 1] ?? good;
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  undo.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('expected a port');
  return { requests, url: `http://127.0.0.1:${address.port}` };
}

function aClient(settings: Parameters<typeof openAzuroClient>[0]): AzuroClient {
  const client = openAzuroClient({ ...QUICK, ...settings });
  undo.push(() => client.close());
  return client;
}

const json =
  (value: unknown): Answer =>
  (_, response) =>
    response.end(JSON.stringify(value));
const status =
  (code: number): Answer =>
  (_, response) => {
    response.writeHead(code).end('{}');
  };
const hang: Answer = beSilent;
/** Games by their ids, as an example of all four calls. */
const ask = (client: AzuroClient) => client.gamesByIds(['1']);
const good = json({ games: ['good'] });

describe('requests', () => {
  /** All four calls, each answered with lists of one. */
  async function askAll(settings: Partial<Parameters<typeof openAzuroClient>[0]>) {
    const client = aClient({ host: null, ...settings });
    return [
      await client.gamesByFilters({ gameState: 'Live', perPage: 100, page: 2 }),
      await client.gamesByIds(['1', '2']),
      await client.conditionsByGameIds(['1']),
      await client.conditionBatch(['3']),
    ];
  }
  const answer = { games: [{ gameId: '1' }], conditions: [{ conditionId: '3' }], totalPages: 7, page: 2 };

  test('are the four calls of Azuro, which return only their lists', async () => {
    const { url, requests } = await aHost(json(answer));
    expect(await askAll({ host: url })).toEqual([
      { games: [{ gameId: '1' }], totalPages: 7 },
      [{ gameId: '1' }],
      [{ conditionId: '3' }],
      [{ conditionId: '3' }],
    ]);
    const base = '/api/v1/public/market-manager';
    expect(requests).toEqual([
      `GET ${base}/games-by-filters?environment=PolygonUSDT&gameState=Live&orderBy=startsAt&orderDirection=asc&perPage=100&page=2`,
      `POST ${base}/games-by-ids`,
      `POST ${base}/conditions-by-game-ids`,
      `POST ${base}/condition-batch`,
    ]);
  });

  test('go to Azuro if no host is set, can be aborted and follow no redirect', async () => {
    const made: { url: string; init: RequestInit | undefined }[] = [];
    await askAll({
      async fetch(input, init) {
        made.push({ url: String(input), init });
        return new Response(JSON.stringify(answer));
      },
    });
    expect(new Set(made.map(({ url }) => new URL(url).origin))).toEqual(
      new Set(['https://api.onchainfeed.org']),
    );
    for (const { init } of made)
      expect(init).toMatchObject({ redirect: 'error', signal: expect.any(AbortSignal) });
    expect(made.map(({ init }) => init?.body)).toEqual([
      undefined,
      '{"gameIds":["1","2"]}',
      '{"gameIds":["1"],"environment":"PolygonUSDT","extended":true}',
      '{"conditionIds":["3"],"environment":"PolygonUSDT"}',
    ]);
  });

  test('use the path of the host, which replaces that of Azuro', async () => {
    const { url, requests } = await aHost(good);
    await ask(aClient({ host: `${url}/mirror/` }));
    expect(requests).toEqual(['POST /mirror/market-manager/games-by-ids']);
  });

  test('go to the host of each client if two are open', async () => {
    const hosts = await Promise.all([aHost(json({ games: [1] })), aHost(json({ games: [2] }))]);
    const clients = hosts.map(({ url }) => aClient({ host: url }));
    const answers = await Promise.all([...clients, ...clients].map((client) => ask(client)));
    expect(answers).toEqual([[1], [2], [1], [2]]);
  });

  test('leave the global fetch unchanged', async () => {
    const before = globalThis.fetch;
    const { url } = await aHost(good);
    const client = aClient({ host: url });
    expect(globalThis.fetch).toBe(before);
    await ask(client);
    client.close();
    expect(globalThis.fetch).toBe(before);
  });
});

describe('an answer of the wrong shape', () => {
  test.each<[string, unknown, string]>([
    ['nothing', null, 'it is not an object'],
    ['a list', [], 'it is not an object'],
    ['text', 'games', 'it is not an object'],
    ['no games', {}, 'games is not a list'],
    ['games by number', { games: { length: 1e9 } }, 'games is not a list'],
    ['games in text', { games: 'all', totalPages: 1 }, 'games is not a list'],
  ])('%s is refused in a sentence, at once, and does not open the breaker', async (_, value, why) => {
    const { url, requests } = await aHost(json(value));
    const client = aClient({ host: url, failures: 1 });
    const refused = unavailable(`The feed sent data we don't understand: ${why}.`);
    await expect(ask(client)).rejects.toEqual(refused);
    await expect(client.gamesByFilters({ gameState: 'Live', perPage: 1, page: 1 })).rejects.toEqual(refused);
    await expect(client.conditionsByGameIds(['1'])).rejects.toThrow(FeedUnavailable);
    await expect(client.conditionBatch(['1'])).rejects.toThrow(FeedUnavailable);
    expect(requests).toHaveLength(4);
  });

  test.each([[undefined], [null], ['2'], [1.5], [Number.MAX_VALUE], [{}]])(
    'with %o pages has one',
    async (totalPages) => {
      const { url } = await aHost(json({ games: [], totalPages }));
      const page = await aClient({ host: url }).gamesByFilters({ gameState: 'Live', perPage: 1, page: 1 });
      expect(page).toEqual({ games: [], totalPages: 1 });
    },
  );
});

describe('a failed try', () => {
  test.each<[string, Answer]>([
    ['an error', status(500)],
    ['too many calls', status(429)],
    ['a page', (_, response) => response.end('<html>Bad gateway</html>')],
    ['nothing', (_, response) => response.end()],
    ['half an answer', (_, response) => response.end('{"games": [')],
    ['a broken connection', (request) => request.socket.destroy()],
    ['silence', hang],
    [
      'a body that stops',
      (_, response) => {
        response.writeHead(200).write('{"games"', beSilent);
      },
    ],
    [
      'a redirect',
      (_, response) => {
        response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
      },
    ],
  ])('after %s, the client tries again', async (_, bad) => {
    const { url, requests } = await aHost(bad, bad, good);
    expect(await ask(aClient({ host: url }))).toEqual(['good']);
    expect(requests).toHaveLength(3);
  });

  test('every call is retried, because all of them only read', async () => {
    const { url, requests } = await aHost(status(500));
    const client = aClient({ host: url, failures: 99 });
    await expect(client.gamesByFilters({ gameState: 'Live', perPage: 1, page: 1 })).rejects.toThrow('500');
    await expect(client.gamesByIds(['1'])).rejects.toThrow('500');
    await expect(client.conditionsByGameIds(['1'])).rejects.toThrow('500');
    await expect(client.conditionBatch(['1'])).rejects.toThrow('500');
    expect(requests).toHaveLength(12);
  });

  test.each<[string, Answer, string, number]>([
    ['errors', status(503), 'The feed answered with an error (status 503).', 3],
    ['a refusal, at once', status(400), 'The feed answered with an error (status 400).', 1],
    ['rubbish', (_, r) => r.end('<html>'), "The feed's answer is not valid data.", 3],
    ['too much', (_, r) => r.end(`"${'x'.repeat(2000)}"`), "The feed's answer is too large to read.", 3],
    ['silence', hang, 'The feed did not answer within 0.15 seconds.', 3],
  ])('after %s, the caller gets a sentence', async (_, bad, sentence, tries) => {
    const { url, requests } = await aHost(bad);
    await expect(ask(aClient({ host: url, mostBytes: 1000 }))).rejects.toEqual(unavailable(sentence));
    expect(requests).toHaveLength(tries);
  });

  test('an answer that is too large is not read to its end, whatever length it claims', async () => {
    let sent = 0;
    const { url } = await aHost((_, response) => {
      const pour = () => {
        while (!response.destroyed && sent < 1e9 && response.write(Buffer.alloc(64 * 1024, 32)))
          sent += 64 * 1024;
        if (!response.destroyed) response.once('drain', pour);
      };
      pour();
    });
    const client = aClient({ host: url, mostBytes: 1e6, tries: 1, timeoutMs: 5000 });
    await expect(ask(client)).rejects.toThrow("The feed's answer is too large to read.");
    expect(sent).toBeLessThan(50e6);
  });

  test('an unreachable host has its own sentence', async () => {
    await expect(ask(aClient({ host: 'http://127.0.0.1:9' }))).rejects.toThrow(
      'The feed could not be reached.',
    );
  });
});

describe('the breaker', () => {
  test('opens after five failures in a row, stops all calls for 30 seconds, and closes with the next success', async () => {
    let time = 0;
    let isWell = false;
    const { url, requests } = await aHost((request, response) =>
      (isWell ? good : status(500))(request, response),
    );
    const client = aClient({ host: url, now: () => time });
    const isOpen = "The feed has failed 5 times in a row; we'll try again within a minute.";
    await expect(ask(client)).rejects.toThrow('The feed answered with an error (status 500).');
    // Its second try is the fifth failure.
    await expect(ask(client)).rejects.toThrow(isOpen);
    expect(requests).toHaveLength(5);

    time = 29_999;
    await expect(ask(client)).rejects.toThrow(isOpen);
    expect(requests).toHaveLength(5);

    time = 30_000;
    await expect(ask(client)).rejects.toThrow('The feed answered with an error (status 500).');
    expect(requests).toHaveLength(6);
    await expect(ask(client)).rejects.toThrow('The feed has failed 6 times in a row');
    expect(requests).toHaveLength(6);

    time = 60_000;
    isWell = true;
    expect(await ask(client)).toEqual(['good']);
    expect(await ask(client)).toEqual(['good']);
    expect(requests).toHaveLength(8);
  });

  test('lets one trial call through at once if an admin asks by hand', async () => {
    let isWell = false;
    const { url, requests } = await aHost((request, response) =>
      (isWell ? good : status(500))(request, response),
    );
    const client = aClient({ host: url, now: () => 0, failures: 1 });
    const isOpen = /try again within a minute/;
    await expect(ask(client)).rejects.toThrow(FeedUnavailable);
    await expect(ask(client)).rejects.toThrow(isOpen);
    const before = requests.length;

    client.probe();
    await expect(ask(client)).rejects.toThrow('The feed answered with an error (status 500).');
    await expect(ask(client)).rejects.toThrow(isOpen);
    expect(requests).toHaveLength(before + 1);

    isWell = true;
    await expect(ask(client)).rejects.toThrow(isOpen);
    client.probe();
    expect(await ask(client)).toEqual(['good']);
    expect(await ask(client)).toEqual(['good']);
  });

  test('lets one trial call through when half open', async () => {
    let time = 0;
    let answer = () => {};
    const { url, requests } = await aHost(status(500), (_, response) => {
      answer = () => response.end('{"games":["good"]}');
    });
    const client = aClient({ host: url, now: () => time, failures: 1 });
    await expect(ask(client)).rejects.toThrow(FeedUnavailable);
    time = 30_000;
    const first = ask(client);
    const others = await Promise.allSettled([ask(client), ask(client)]);
    expect(others.map((each) => each.status)).toEqual(['rejected', 'rejected']);
    await expect.poll(() => requests).toHaveLength(2);
    answer();
    expect(await first).toEqual(['good']);
    expect(requests).toHaveLength(2);
  });

  test('is not opened by refusals, because the host is up', async () => {
    const { url, requests } = await aHost(status(404));
    const client = aClient({ host: url });
    for (let count = 0; count < 8; count += 1) await expect(ask(client)).rejects.toThrow('404');
    expect(requests).toHaveLength(8);
  });

  test('of one client does not affect another', async () => {
    const [bad, well] = [await aHost(status(500)), await aHost(good)];
    const client = aClient({ host: bad.url, failures: 1 });
    await expect(ask(client)).rejects.toThrow(FeedUnavailable);
    expect(await ask(aClient({ host: well.url }))).toEqual(['good']);
  });
});

test('closing ends running calls without waiting for another try', async () => {
  const { url, requests } = await aHost(hang);
  const client = aClient({ host: url, timeoutMs: 60_000, pauseMs: 60_000 });
  const waiting = ask(client).catch((error) => error);
  await expect.poll(() => requests).toHaveLength(1);
  client.close();
  expect(await waiting).toEqual(unavailable('The feed was closed.'));
  expect(requests).toHaveLength(1);
  await expect(ask(client)).rejects.toEqual(unavailable('The feed was closed.'));
});

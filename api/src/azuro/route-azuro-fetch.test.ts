import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FeedUnavailable } from './azuro-feed.ts';
import { type AzuroRoute, type RouteLimits, routeAzuroFetch } from './route-azuro-fetch.ts';

const AZURO = 'https://api.onchainfeed.org/api/v1/public/market-manager/games-by-filters?page=1';
const QUICK: Partial<RouteLimits> = { timeoutMs: 150, pauseMs: 1 };

const undo: (() => unknown)[] = [];
// The limit of a try is on a clock of its own, which passes when a host is silent: others may be as slow as they are.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(async () => {
  vi.useRealTimers();
  for (const each of undo.splice(0).reverse()) await each();
});
const beSilent = () => vi.advanceTimersByTime(150);

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A host that answers as told and remembers what it was asked. */
async function aHost(...answers: Answer[]) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const answer = answers[Math.min(asked.length, answers.length) - 1] ?? json({ ok: true });
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  undo.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('expected a port');
  return { asked, url: `http://127.0.0.1:${address.port}` };
}

function aRoute(settings: Parameters<typeof routeAzuroFetch>[0]): AzuroRoute {
  const route = routeAzuroFetch({ ...QUICK, ...settings });
  undo.push(() => route.close());
  return route;
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
const ask = (route: AzuroRoute, address = AZURO, init?: RequestInit) =>
  route.run(async () => (await fetch(address, init)).json());

describe('where calls go', () => {
  test('those of Azuro within a route go to its host, with path and query as they were', async () => {
    const { url, asked } = await aHost(json({ games: [] }));
    expect(await ask(aRoute({ apiUrl: url }))).toEqual({ games: [] });
    expect(asked).toEqual(['GET /api/v1/public/market-manager/games-by-filters?page=1']);
  });

  test('without a host they go to Azuro itself, with a way to end them and to no other place', async () => {
    const before = globalThis.fetch;
    undo.push(() => {
      globalThis.fetch = before;
    });
    const made: { url: string; init: RequestInit | undefined }[] = [];
    globalThis.fetch = async (input, init) => {
      made.push({ url: String(input), init });
      return new Response('{"games":[]}');
    };
    expect(await ask(aRoute({ apiUrl: null }))).toEqual({ games: [] });
    expect(made).toEqual([{ url: AZURO, init: { redirect: 'error', signal: expect.any(AbortSignal) } }]);
  });

  test('a path of the host stands for that of Azuro', async () => {
    const { url, asked } = await aHost();
    await ask(aRoute({ apiUrl: `${url}/mirror/` }));
    expect(asked).toEqual(['GET /mirror/market-manager/games-by-filters?page=1']);
  });

  test('those to others are left alone, within a route too', async () => {
    const { url, asked } = await aHost();
    const other = await aHost(status(503), json('other'));
    const route = aRoute({ apiUrl: url });
    await route.run(async () => {
      expect((await fetch(`${other.url}/a`)).status).toBe(503);
      expect(await (await fetch(new Request(`${other.url}/b`))).json()).toBe('other');
    });
    expect(asked).toEqual([]);
    expect(other.asked).toEqual(['GET /a', 'GET /b']);
  });

  test('two routes at once each have their own host', async () => {
    const hosts = await Promise.all([aHost(json(1)), aHost(json(2))]);
    const routes = hosts.map(({ url }) => aRoute({ apiUrl: url }));
    const answers = await Promise.all([...routes, ...routes].map((route) => ask(route)));
    expect(answers).toEqual([1, 2, 1, 2]);
  });

  test('the hook is put in once and taken out with the last route', () => {
    const before = globalThis.fetch;
    const [one, two] = [aRoute({ apiUrl: null }), aRoute({ apiUrl: null })];
    const hook = globalThis.fetch;
    expect(hook).not.toBe(before);
    one.close();
    expect(globalThis.fetch).toBe(hook);
    two.close();
    expect(globalThis.fetch).toBe(before);
  });

  test('a hook over a wrapped hook tries no more often than one', async () => {
    const before = globalThis.fetch;
    undo.push(() => {
      globalThis.fetch = before;
    });
    let calls = 0;
    globalThis.fetch = async () => {
      calls += 1;
      return new Response('{}', { status: 500 });
    };
    aRoute({ apiUrl: null, failures: 99 });
    const hook = globalThis.fetch;
    const wrapped: typeof fetch = (...call) => hook(...call);
    globalThis.fetch = wrapped;
    const second = aRoute({ apiUrl: null, failures: 99 });
    await expect(ask(second)).rejects.toThrow(FeedUnavailable);
    expect(calls).toBe(3);
  });
});

describe('a try that gives nothing', () => {
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
  ])('after %s another is made', async (_, bad) => {
    const { url, asked } = await aHost(bad, bad, json('good'));
    expect(await ask(aRoute({ apiUrl: url }))).toBe('good');
    expect(asked).toHaveLength(3);
  });

  test('posts that only read are tried again, those that write are not', async () => {
    const { url, asked } = await aHost(status(500));
    const route = aRoute({ apiUrl: url, failures: 99 });
    const base = 'https://api.onchainfeed.org/api/v1/public';
    const post = { method: 'POST', body: '{}' };
    await expect(ask(route, `${base}/market-manager/games-by-ids`, post)).rejects.toThrow(FeedUnavailable);
    await expect(ask(route, `${base}/bet/orders/ordinar`, post)).rejects.toThrow(FeedUnavailable);
    expect(asked).toHaveLength(4);
  });

  test.each<[string, Answer, string, number]>([
    ['errors', status(503), 'The feed answered with an error (status 503).', 3],
    ['a refusal, at once', status(400), 'The feed answered with an error (status 400).', 1],
    ['rubbish', (_, r) => r.end('<html>'), 'The feed answered with something that is not data.', 3],
    [
      'too much',
      (_, r) => r.end(`"${'x'.repeat(2000)}"`),
      'The feed answered with more than can be read.',
      3,
    ],
    ['silence', hang, 'The feed did not answer within 0.15 seconds.', 3],
  ])('after %s the caller is told in a sentence', async (_, bad, sentence, tries) => {
    const { url, asked } = await aHost(bad);
    await expect(ask(aRoute({ apiUrl: url, mostBytes: 1000 }))).rejects.toEqual(
      new FeedUnavailable(sentence),
    );
    expect(asked).toHaveLength(tries);
  });

  test('more than can be read is not read to its end, whatever length it claims', async () => {
    let sent = 0;
    const { url } = await aHost((_, response) => {
      const pour = () => {
        while (!response.destroyed && sent < 1e9 && response.write(Buffer.alloc(64 * 1024, 32)))
          sent += 64 * 1024;
        if (!response.destroyed) response.once('drain', pour);
      };
      pour();
    });
    const route = aRoute({ apiUrl: url, mostBytes: 1e6, tries: 1, timeoutMs: 5000 });
    await expect(ask(route)).rejects.toThrow('The feed answered with more than can be read.');
    expect(sent).toBeLessThan(50e6);
  });

  test('nobody there is told as such', async () => {
    await expect(ask(aRoute({ apiUrl: 'http://127.0.0.1:9' }))).rejects.toThrow(
      'The feed could not be reached.',
    );
  });
});

describe('the breaker', () => {
  test('opens after five failures in a row, asks nothing for 30 seconds, and closes with one that works', async () => {
    let time = 0;
    let isWell = false;
    const { url, asked } = await aHost((request, response) =>
      (isWell ? json(1) : status(500))(request, response),
    );
    const route = aRoute({ apiUrl: url, now: () => time });
    const isOpen = 'The feed has failed 5 times in a row and is asked again within a minute.';
    await expect(ask(route)).rejects.toThrow('The feed answered with an error (status 500).');
    // Its second try is the fifth failure.
    await expect(ask(route)).rejects.toThrow(isOpen);
    expect(asked).toHaveLength(5);

    time = 29_999;
    await expect(ask(route)).rejects.toThrow(isOpen);
    expect(asked).toHaveLength(5);

    time = 30_000;
    await expect(ask(route)).rejects.toThrow('The feed answered with an error (status 500).');
    expect(asked).toHaveLength(6);
    await expect(ask(route)).rejects.toThrow('The feed has failed 6 times in a row');
    expect(asked).toHaveLength(6);

    time = 60_000;
    isWell = true;
    expect(await ask(route)).toBe(1);
    expect(await ask(route)).toBe(1);
    expect(asked).toHaveLength(8);
  });

  test('lets one call through at once when somebody asks by hand, and that one decides', async () => {
    let isWell = false;
    const { url, asked } = await aHost((request, response) =>
      (isWell ? json(1) : status(500))(request, response),
    );
    const route = aRoute({ apiUrl: url, now: () => 0, failures: 1 });
    const isOpen = /asked again within a minute/;
    await expect(ask(route)).rejects.toThrow(FeedUnavailable);
    await expect(ask(route)).rejects.toThrow(isOpen);
    const before = asked.length;

    route.probe();
    await expect(ask(route)).rejects.toThrow('The feed answered with an error (status 500).');
    await expect(ask(route)).rejects.toThrow(isOpen);
    expect(asked).toHaveLength(before + 1);

    isWell = true;
    await expect(ask(route)).rejects.toThrow(isOpen);
    route.probe();
    expect(await ask(route)).toBe(1);
    expect(await ask(route)).toBe(1);
  });

  test('half open it lets one call through', async () => {
    let time = 0;
    let answer = () => {};
    const { url, asked } = await aHost(status(500), (_, response) => {
      answer = () => response.end('1');
    });
    const route = aRoute({ apiUrl: url, now: () => time, failures: 1 });
    await expect(ask(route)).rejects.toThrow(FeedUnavailable);
    time = 30_000;
    const first = ask(route);
    const others = await Promise.allSettled([ask(route), ask(route)]);
    expect(others.map((each) => each.status)).toEqual(['rejected', 'rejected']);
    await expect.poll(() => asked).toHaveLength(2);
    answer();
    expect(await first).toBe(1);
    expect(asked).toHaveLength(2);
  });

  test('is not opened by refusals: whoever refuses is there', async () => {
    const { url, asked } = await aHost(status(404));
    const route = aRoute({ apiUrl: url });
    for (let count = 0; count < 8; count += 1) await expect(ask(route)).rejects.toThrow('404');
    expect(asked).toHaveLength(8);
  });

  test('of one route says nothing of another', async () => {
    const [bad, good] = [await aHost(status(500)), await aHost(json('good'))];
    const route = aRoute({ apiUrl: bad.url, failures: 1 });
    await expect(ask(route)).rejects.toThrow(FeedUnavailable);
    expect(await ask(aRoute({ apiUrl: good.url }))).toBe('good');
  });
});

test('closing ends calls under way and waits for no further try', async () => {
  const { url, asked } = await aHost(hang);
  const route = aRoute({ apiUrl: url, timeoutMs: 60_000, pauseMs: 60_000 });
  const waiting = ask(route).catch((error) => error);
  await expect.poll(() => asked).toHaveLength(1);
  route.close();
  expect(await waiting).toEqual(new FeedUnavailable('The feed was closed.'));
  expect(asked).toHaveLength(1);
  await expect(ask(route)).rejects.toEqual(new FeedUnavailable('The feed was closed.'));
});

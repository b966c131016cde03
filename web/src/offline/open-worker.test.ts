import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openWorker } from './open-worker.ts';
import type { AskEvent, LifeEvent, Shell, WorkerMessageEvent, WorkerScope } from './worker-scope.ts';

const ORIGIN = 'https://tallystone.example';
const OLD: Shell = { version: 'a'.repeat(16), first: ['/assets/index-old00000.js'], later: [] };
const NEW: Shell = {
  version: 'b'.repeat(16),
  first: ['/assets/index-new00000.js'],
  later: ['/assets/profile-new0000.js'],
};
const pageOf = ({ version }: Shell) => `<meta name="app-version" content="${version}" />`;

/** A mock of the browser's cache storage, shared by all workers. */
class Storage implements Pick<CacheStorage, 'open' | 'keys' | 'delete' | 'match' | 'has'> {
  readonly #caches = new Map<string, Map<string, Response>>();
  #fetch: typeof fetch;

  constructor(asked: typeof fetch) {
    this.#fetch = asked;
  }

  async open(name: string): Promise<Cache> {
    const held = this.#caches.get(name) ?? new Map<string, Response>();
    this.#caches.set(name, held);
    const put = async (asked: RequestInfo | URL, answer: Response) =>
      void held.set(pathOf(asked), answer.clone());
    const add = async (asked: RequestInfo | URL) => {
      const answer = await this.#fetch(asked);
      if (!answer.ok) throw new TypeError('Request failed');
      await put(asked, answer);
    };
    const cache: Pick<Cache, 'match' | 'put' | 'add' | 'addAll'> = {
      match: async (asked) => held.get(pathOf(asked))?.clone(),
      put,
      add,
      addAll: async (all) => {
        await Promise.all([...all].map(add));
      },
    };
    return cache as Cache; // what else a cache can do is not used
  }

  keys = async () => [...this.#caches.keys()];
  has = async (name: string) => this.#caches.has(name);
  delete = async (name: string) => this.#caches.delete(name);

  async match(
    asked: RequestInfo | URL,
    { cacheName }: MultiCacheQueryOptions = {},
  ): Promise<Response | undefined> {
    for (const [name, held] of this.#caches) {
      if (cacheName !== undefined && name !== cacheName) continue;
      const answer = held.get(pathOf(asked));
      if (answer) return answer.clone();
    }
    return undefined;
  }

  /** Paths in a cache. */
  paths = (name: string) => [...(this.#caches.get(name)?.keys() ?? [])].sort();
}

const pathOf = (asked: RequestInfo | URL) =>
  new URL(asked instanceof Request ? asked.url : String(asked), ORIGIN).pathname;

/** A server with one version at a time, and a connection that can be cut. */
function aServer() {
  const server = {
    shell: OLD,
    line: 'up' as 'up' | 'down' | 'slow',
    worker: 200,
    asked: [] as string[],
    fetch: vi.fn(async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
      const path = pathOf(input);
      const method = init.method ?? (input instanceof Request ? input.method : 'GET');
      server.asked.push(`${method} ${path}`);
      if (server.line === 'down') throw new TypeError('Failed to fetch');
      if (server.line === 'slow') return new Promise(() => {});
      if (path === '/worker.js') return new Response(null, { status: server.worker });
      if (path.startsWith('/assets/')) {
        const known = [...server.shell.first, ...server.shell.later].includes(path);
        return known ? new Response(`code of ${path}`) : new Response('', { status: 404 });
      }
      return new Response(pageOf(server.shell), { headers: { 'content-security-policy': 'as sent' } });
    }),
  };
  return server;
}

type Listeners = {
  install: (event: LifeEvent) => void;
  activate: (event: LifeEvent) => void;
  fetch: (event: AskEvent) => void;
  message: (event: WorkerMessageEvent) => void;
};

let server: ReturnType<typeof aServer>;
let storage: Storage;
let messages: unknown[];
let left: boolean;
/** The caches left when the worker unregistered, since it may stop right then. */
let leftBehind: string[];

/** Runs a version's worker like a browser. */
function aWorker(shell: Shell) {
  const listeners = {} as Listeners;
  let now = 0;
  const scope: WorkerScope = {
    location: { href: `${ORIGIN}/worker.js`, origin: ORIGIN },
    registration: {
      unregister: async () => {
        left = true;
        leftBehind = await storage.keys();
        return true;
      },
    },
    clients: {
      claim: async () => {},
      matchAll: async () => [{ postMessage: (message) => messages.push(message) }],
    },
    skipWaiting: async () => {},
    addEventListener: (type: keyof Listeners, listener: never) => {
      listeners[type] = listener;
    },
  };
  openWorker({
    scope,
    shell,
    caches: storage as unknown as CacheStorage, // what else it can do is not used
    fetch: server.fetch,
    now: () => now,
  });

  const live = async (type: 'install' | 'activate') => {
    const work: Promise<unknown>[] = [];
    listeners[type]({ waitUntil: (each) => work.push(each) });
    await Promise.all(work);
  };
  return {
    async start() {
      await live('install');
      await live('activate');
    },
    install: () => live('install'),
    async receive(data: unknown) {
      const work: Promise<unknown>[] = [];
      listeners.message({ data, waitUntil: (each) => work.push(each) });
      await Promise.all(work);
    },
    /** The worker's answer; null if it leaves the request to the browser. */
    async ask(path: string, { mode = 'cors', method = 'GET' }: { mode?: string; method?: string } = {}) {
      const url = new URL(path, ORIGIN).href;
      // Only browsers can create navigation requests.
      const request = Object.defineProperty(new Request(url, { method }), 'mode', { value: mode });
      const work: Promise<unknown>[] = [];
      let answer: Promise<Response> | null = null;
      listeners.fetch({
        request,
        waitUntil: (each) => work.push(each),
        respondWith: (given) => {
          answer = given;
        },
      });
      if (answer === null) return null;
      const given: Response = await answer;
      if (server.line !== 'slow') await Promise.all(work);
      return given;
    },
    waitMinutes(minutes: number) {
      now += minutes * 60_000;
    },
  };
}

const cacheOf = ({ version }: Shell) => `tallystone-shell-${version}`;

beforeEach(() => {
  server = aServer();
  storage = new Storage(server.fetch);
  messages = [];
  left = false;
  leftBehind = [];
});

describe('a new worker', () => {
  test('stores the page with its headers and first files, and announces its version', async () => {
    await aWorker(OLD).start();
    expect(storage.paths(cacheOf(OLD))).toEqual(['/', '/assets/index-old00000.js']);
    expect(messages).toEqual([{ kind: 'tallystone-version', version: OLD.version }]);
    expect(await storage.has(cacheOf(OLD))).toBe(true);
  });

  test('stores the rest once the page has loaded', async () => {
    server.shell = NEW;
    const worker = aWorker(NEW);
    await worker.start();
    await worker.receive({ kind: 'something else' });
    expect(storage.paths(cacheOf(NEW))).not.toContain('/assets/profile-new0000.js');
    await worker.receive({ kind: 'tallystone-keep-later' });
    expect(storage.paths(cacheOf(NEW))).toContain('/assets/profile-new0000.js');
  });

  test("doesn't install while the server has another version's page", async () => {
    await expect(aWorker(NEW).install()).rejects.toThrow(NEW.version);
  });

  test("doesn't install if a file is missing", async () => {
    const broken = { ...OLD, first: [...OLD.first, '/assets/gone-000000000.js'] };
    await expect(aWorker(broken).install()).rejects.toThrow('Request failed');
    expect(await storage.keys()).toEqual([]);
  });

  test('keeps what is already stored of its version', async () => {
    await aWorker(OLD).start();
    const broken = { ...OLD, first: [...OLD.first, '/assets/gone-000000000.js'] };
    await expect(aWorker(broken).install()).rejects.toThrow('Request failed');
    expect(storage.paths(cacheOf(OLD))).toEqual(['/', '/assets/index-old00000.js']);
  });
});

describe('pages', () => {
  test('come from the network while online', async () => {
    const worker = aWorker(OLD);
    await worker.start();
    server.shell = NEW;
    const page = await worker.ask('/market/m_x?from=link', { mode: 'navigate' });
    expect(await page?.text()).toBe(pageOf(NEW));
  });

  test('come from the device when offline, with their headers', async () => {
    const worker = aWorker(OLD);
    await worker.start();
    server.line = 'down';
    for (const path of ['/', '/profile', '/market/m_x']) {
      const page = await worker.ask(path, { mode: 'navigate' });
      expect(await page?.text()).toBe(pageOf(OLD));
      expect(page?.headers.get('content-security-policy')).toBe('as sent');
    }
  });

  test('come from the device if the network is slow', async () => {
    vi.useFakeTimers();
    const worker = aWorker(OLD);
    await worker.start();
    server.line = 'slow';
    const asked = worker.ask('/', { mode: 'navigate' });
    await vi.advanceTimersByTimeAsync(4000);
    expect(await (await asked)?.text()).toBe(pageOf(OLD));
    vi.useRealTimers();
  });

  test('come from the device if a proxy says that the server is down, but not if the server itself answers', async () => {
    const worker = aWorker(OLD);
    await worker.start();
    for (const [status, text] of [
      [502, pageOf(OLD)],
      [504, pageOf(OLD)],
      [503, 'We are moving.'],
    ] as const) {
      server.fetch.mockResolvedValueOnce(new Response('We are moving.', { status }));
      expect(await (await worker.ask('/', { mode: 'navigate' }))?.text()).toBe(text);
    }
  });

  test.each([
    '/docs',
    '/docs/openapi.json',
    '/api/health/ready',
    '/metrics',
    '/embed/market/m_x',
    '/tally.svg',
    '/market/m_x/picture.png',
  ])('%s is not part of the app and is left alone', async (path) => {
    const worker = aWorker(OLD);
    await worker.start();
    expect(await worker.ask(path, { mode: 'navigate' })).toBeNull();
  });
});

describe('everything else', () => {
  test('never answers or stores API calls, other origins or writes', async () => {
    const worker = aWorker(OLD);
    await worker.start();
    for (const path of [
      '/api/markets',
      '/api/user/bets',
      '/api/stream',
      'https://rpc.example/assets/x.js',
      '/app.webmanifest',
    ]) {
      expect(await worker.ask(path)).toBeNull();
    }
    expect(await worker.ask('/assets/x.js', { method: 'POST' })).toBeNull();
  });

  test('serves hashed assets from the device, and stores new ones', async () => {
    const worker = aWorker(NEW);
    server.shell = NEW;
    await worker.start();
    expect(await (await worker.ask('/assets/profile-new0000.js'))?.text()).toBe(
      'code of /assets/profile-new0000.js',
    );
    server.line = 'down';
    expect((await worker.ask('/assets/profile-new0000.js'))?.status).toBe(200);
    await expect(worker.ask('/assets/never-seen000.js')).rejects.toThrow('Failed to fetch');
  });

  test("doesn't store missing files", async () => {
    const worker = aWorker(OLD);
    await worker.start();
    expect((await worker.ask('/assets/unknown0-0000.js'))?.status).toBe(404);
    expect(storage.paths(cacheOf(OLD))).toEqual(['/', '/assets/index-old00000.js']);
  });
});

describe('a new version', () => {
  test("keeps the previous version's files for open pages, but no older ones", async () => {
    const oldest = { ...OLD, version: 'c'.repeat(16) };
    server.shell = oldest;
    await aWorker(oldest).start();
    server.shell = OLD;
    await aWorker(OLD).start();
    server.shell = NEW;
    const worker = aWorker(NEW);
    await worker.start();
    expect(await storage.keys()).toEqual([cacheOf(OLD), cacheOf(NEW)]);
    expect((await worker.ask('/assets/index-old00000.js'))?.status).toBe(200);
  });

  test("doesn't count as previous if it failed to install", async () => {
    await aWorker(OLD).start();
    const broken = { version: 'c'.repeat(16), first: ['/assets/gone-000000000.js'], later: [] };
    server.shell = { ...broken, first: [] };
    await expect(aWorker(broken).install()).rejects.toThrow('Request failed');
    server.shell = NEW;
    await aWorker(NEW).start();
    expect(await storage.keys()).toEqual([cacheOf(OLD), cacheOf(NEW)]);
  });

  test('opens offline as itself', async () => {
    await aWorker(OLD).start();
    server.shell = NEW;
    const worker = aWorker(NEW);
    await worker.start();
    server.line = 'down';
    expect(await (await worker.ask('/', { mode: 'navigate' }))?.text()).toBe(pageOf(NEW));
    expect((await worker.ask('/assets/index-new00000.js'))?.status).toBe(200);
  });
});

describe('a worker that is no longer served', () => {
  test.each([404, 410])('removes itself and everything stored on a %i', async (status) => {
    const worker = aWorker(OLD);
    await worker.start();
    await storage.open('tallystone-list');
    await storage.open('of somebody else');
    server.worker = status;
    await worker.ask('/', { mode: 'navigate' });
    expect(left).toBe(true);
    expect(await storage.keys()).toEqual(['of somebody else']);
    expect(leftBehind).toEqual(['of somebody else']);
  });

  test('creates no new cache for open pages, even after the browser restarts it', async () => {
    server.shell = NEW;
    const worker = aWorker(NEW);
    await worker.start();
    server.worker = 404;
    await worker.ask('/', { mode: 'navigate' });
    for (const each of [worker, aWorker(NEW)]) {
      expect((await each.ask('/assets/profile-new0000.js'))?.status).toBe(200);
      await each.receive({ kind: 'tallystone-keep-later' });
      expect(await storage.keys()).toEqual([]);
    }
  });

  test('stores the app again if it was missing only briefly and is still registered', async () => {
    const worker = aWorker(OLD);
    await worker.start();
    server.worker = 404;
    await worker.ask('/', { mode: 'navigate' });
    server.worker = 200;
    worker.waitMinutes(11);
    await worker.ask('/', { mode: 'navigate' });
    expect(storage.paths(cacheOf(OLD))).toEqual(['/', '/assets/index-old00000.js']);
    server.line = 'down';
    expect(await (await worker.ask('/', { mode: 'navigate' }))?.text()).toBe(pageOf(OLD));
  });

  test.each([500, 503])('stays on a %i, and without an answer', async (status) => {
    const worker = aWorker(OLD);
    await worker.start();
    server.worker = status;
    await worker.ask('/', { mode: 'navigate' });
    server.line = 'down';
    worker.waitMinutes(11);
    await worker.ask('/', { mode: 'navigate' });
    expect(left).toBe(false);
  });

  test('checks at most once in ten minutes', async () => {
    const worker = aWorker(OLD);
    await worker.start();
    const looks = () => server.asked.filter((each) => each === 'HEAD /worker.js').length;
    await worker.ask('/', { mode: 'navigate' });
    await worker.ask('/profile', { mode: 'navigate' });
    expect(looks()).toBe(1);
    worker.waitMinutes(10);
    await worker.ask('/', { mode: 'navigate' });
    expect(looks()).toBe(2);
  });
});

import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openWorker } from './open-worker.ts';
import type { AskEvent, LifeEvent, Shell, TellEvent, WorkerScope } from './worker-scope.ts';

const ORIGIN = 'https://tallystone.example';
const OLD: Shell = { version: 'a'.repeat(16), first: ['/assets/index-old00000.js'], later: [] };
const NEW: Shell = {
  version: 'b'.repeat(16),
  first: ['/assets/index-new00000.js'],
  later: ['/assets/profile-new0000.js'],
};
const pageOf = ({ version }: Shell) => `<meta name="app-version" content="${version}" />`;

/** The storage of a browser: what is put there is there for every worker. */
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

/** A server with one version at a time, and a line to it that can be cut. */
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
  message: (event: TellEvent) => void;
};

let server: ReturnType<typeof aServer>;
let storage: Storage;
let told: unknown[];
let left: boolean;
/** What there still was when the worker asked to be let go of, which may be its last moment. */
let leftBehind: string[];

/** The worker of a version, as a browser runs it. */
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
      matchAll: async () => [{ postMessage: (message) => told.push(message) }],
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
    async tell(data: unknown) {
      const work: Promise<unknown>[] = [];
      listeners.message({ data, waitUntil: (each) => work.push(each) });
      await Promise.all(work);
    },
    /** What it answers; null when it leaves the question to the browser. */
    async ask(path: string, { mode = 'cors', method = 'GET' }: { mode?: string; method?: string } = {}) {
      const url = new URL(path, ORIGIN).href;
      // Only a browser makes requests that lead to another page.
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
  told = [];
  left = false;
  leftBehind = [];
});

describe('a worker that has just come', () => {
  test('keeps the page with its headers and what it asks for first, and says its version', async () => {
    await aWorker(OLD).start();
    expect(storage.paths(cacheOf(OLD))).toEqual(['/', '/assets/index-old00000.js']);
    expect(told).toEqual([{ kind: 'tallystone-version', version: OLD.version }]);
    expect(await storage.has(cacheOf(OLD))).toBe(true);
  });

  test('keeps the rest once the page says that the line is free', async () => {
    server.shell = NEW;
    const worker = aWorker(NEW);
    await worker.start();
    await worker.tell({ kind: 'something else' });
    expect(storage.paths(cacheOf(NEW))).not.toContain('/assets/profile-new0000.js');
    await worker.tell({ kind: 'tallystone-keep-later' });
    expect(storage.paths(cacheOf(NEW))).toContain('/assets/profile-new0000.js');
  });

  test('does not come while the page is still that of another version', async () => {
    await expect(aWorker(NEW).install()).rejects.toThrow(NEW.version);
  });

  test('does not come with a part missing', async () => {
    const broken = { ...OLD, first: [...OLD.first, '/assets/gone-000000000.js'] };
    await expect(aWorker(broken).install()).rejects.toThrow('Request failed');
    expect(await storage.keys()).toEqual([]);
  });

  test('and leaves what is kept of its own version as it was', async () => {
    await aWorker(OLD).start();
    const broken = { ...OLD, first: [...OLD.first, '/assets/gone-000000000.js'] };
    await expect(aWorker(broken).install()).rejects.toThrow('Request failed');
    expect(storage.paths(cacheOf(OLD))).toEqual(['/', '/assets/index-old00000.js']);
  });
});

describe('pages', () => {
  test('come from the network while there is one', async () => {
    const worker = aWorker(OLD);
    await worker.start();
    server.shell = NEW;
    const page = await worker.ask('/market/m_x?from=link', { mode: 'navigate' });
    expect(await page?.text()).toBe(pageOf(NEW));
  });

  test('come from the device without it, with the headers they came with', async () => {
    const worker = aWorker(OLD);
    await worker.start();
    server.line = 'down';
    for (const path of ['/', '/profile', '/market/m_x']) {
      const page = await worker.ask(path, { mode: 'navigate' });
      expect(await page?.text()).toBe(pageOf(OLD));
      expect(page?.headers.get('content-security-policy')).toBe('as sent');
    }
  });

  test('come from the device when the network keeps one waiting', async () => {
    vi.useFakeTimers();
    const worker = aWorker(OLD);
    await worker.start();
    server.line = 'slow';
    const asked = worker.ask('/', { mode: 'navigate' });
    await vi.advanceTimersByTimeAsync(4000);
    expect(await (await asked)?.text()).toBe(pageOf(OLD));
    vi.useRealTimers();
  });

  test('come from the device when a proxy says that the server is away; what the server says itself stands', async () => {
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
    '/tally.svg',
    '/market/m_x/picture.png',
  ])('%s is none of the app and is left alone', async (path) => {
    const worker = aWorker(OLD);
    await worker.start();
    expect(await worker.ask(path, { mode: 'navigate' })).toBeNull();
  });
});

describe('everything else', () => {
  test('of the API is never answered or kept, nor what goes elsewhere or changes something', async () => {
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

  test('that is named by its content comes from the device, or is kept on its way', async () => {
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

  test('that the server does not have is not kept', async () => {
    const worker = aWorker(OLD);
    await worker.start();
    expect((await worker.ask('/assets/unknown0-0000.js'))?.status).toBe(404);
    expect(storage.paths(cacheOf(OLD))).toEqual(['/', '/assets/index-old00000.js']);
  });
});

describe('a new version', () => {
  test('still has the parts of the one before, for pages that are open, but not of the one before that', async () => {
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

  test('that did not come does not count as the one before', async () => {
    await aWorker(OLD).start();
    const broken = { version: 'c'.repeat(16), first: ['/assets/gone-000000000.js'], later: [] };
    server.shell = { ...broken, first: [] };
    await expect(aWorker(broken).install()).rejects.toThrow('Request failed');
    server.shell = NEW;
    await aWorker(NEW).start();
    expect(await storage.keys()).toEqual([cacheOf(OLD), cacheOf(NEW)]);
  });

  test('opens without a connection as itself', async () => {
    await aWorker(OLD).start();
    server.shell = NEW;
    const worker = aWorker(NEW);
    await worker.start();
    server.line = 'down';
    expect(await (await worker.ask('/', { mode: 'navigate' }))?.text()).toBe(pageOf(NEW));
    expect((await worker.ask('/assets/index-new00000.js'))?.status).toBe(200);
  });
});

describe('a worker that is not served any more', () => {
  test.each([404, 410])('leaves with all that it kept on a %i', async (status) => {
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

  test('makes no cache anew for pages that are still open, also once the browser has woken it again', async () => {
    server.shell = NEW;
    const worker = aWorker(NEW);
    await worker.start();
    server.worker = 404;
    await worker.ask('/', { mode: 'navigate' });
    for (const each of [worker, aWorker(NEW)]) {
      expect((await each.ask('/assets/profile-new0000.js'))?.status).toBe(200);
      await each.tell({ kind: 'tallystone-keep-later' });
      expect(await storage.keys()).toEqual([]);
    }
  });

  test('keeps the app again when it was missing for a while only, and the browser has not let go of it', async () => {
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

  test('looks once in ten minutes at most', async () => {
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

import { AsyncLocalStorage } from 'node:async_hooks';
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { FeedUnavailable } from './azuro-feed.ts';

const AZURO_ORIGINS = ['https://api.onchainfeed.org', 'https://dev-api.onchainfeed.org'];
/** What all of Azuro's REST addresses begin with. */
const PREFIX = '/api/v1/public';
/** Calls below it only read, also those that are posts. */
const READS = `${PREFIX}/market-manager/`;

export interface RouteLimits {
  /** For one try, its body included. */
  readonly timeoutMs: number;
  readonly tries: number;
  /** Before the second try; doubled before each further one, give or take a half. */
  readonly pauseMs: number;
  readonly mostBytes: number;
  /** So many failed tries in a row open the breaker. */
  readonly failures: number;
  /** While it is open nothing is asked; then one try decides. */
  readonly openForMs: number;
}

const LIMITS: RouteLimits = {
  timeoutMs: 8000,
  tries: 3,
  pauseMs: 250,
  mostBytes: 20 * 1024 * 1024,
  failures: 5,
  openForMs: 30_000,
};

export interface AzuroRoute {
  /** Calls of Azuro's within `work` take this route, and no others. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Somebody asks by hand: the next call is the one try that decides, also while the breaker is open. */
  probe(): void;
  /** Ends calls under way; the last route that closes takes the hook out. */
  close(): void;
}

type Fetch = typeof globalThis.fetch;

/**
 * The toolkit has no setting for its host and no timeout, but calls the global `fetch` whenever it asks for
 * something. So that is wrapped, once: calls of Azuro's made within a route go to the host of that route, with a
 * timeout, a few tries, a bound on what is read and a breaker. Every other call passes as it is.
 *
 * Calls within a route fail with FeedUnavailable.
 *
 * @param apiUrl such as `http://127.0.0.1:4100`, with a path when it is not Azuro's own; null: Azuro itself
 * @see docs/decisions/0019-azuro-through-its-toolkit.md
 */
export function routeAzuroFetch({
  apiUrl,
  now = () => performance.now(),
  random = Math.random,
  ...limits
}: { apiUrl: string | null; now?: () => number; random?: () => number } & Partial<RouteLimits>): AzuroRoute {
  const route = createRoute({ apiUrl, now, random, limits: { ...LIMITS, ...limits } });
  install(route);
  let isClosed = false;
  return {
    async run(work) {
      // The hook may be out: what was asked now would go to Azuro itself, and wait without end.
      if (isClosed) throw new FeedUnavailable('The feed was closed.');
      return await current.run(route, work);
    },
    probe: () => route.probe(),
    close() {
      isClosed = true;
      route.close();
      uninstall(route);
    },
  };
}

interface Route {
  fetch(real: Fetch, url: URL, init: RequestInit | undefined): Promise<Response>;
  probe(): void;
  close(): void;
}

/** The route that the running call belongs to: several servers in one process, as in tests, have one each. */
const current = new AsyncLocalStorage<Route | null>();
const installed = new Set<Route>();
let hook: { readonly fetch: Fetch; readonly real: Fetch } | null = null;

function install(route: Route): void {
  installed.add(route);
  if (globalThis.fetch === hook?.fetch) return;
  const real = globalThis.fetch;
  hook = {
    real,
    fetch(input, init) {
      const route = current.getStore() ?? null;
      // A request object would bring its method and body along; the toolkit makes none.
      if (route === null || input instanceof Request) return real(input, init);
      const url = new URL(input);
      return AZURO_ORIGINS.includes(url.origin) ? route.fetch(real, url, init) : real(input, init);
    },
  };
  globalThis.fetch = hook.fetch;
}

function uninstall(route: Route): void {
  installed.delete(route);
  // Whoever has wrapped it since still calls it: then it stays, and passes everything on.
  if (installed.size === 0 && hook !== null && globalThis.fetch === hook.fetch) globalThis.fetch = hook.real;
}

function createRoute({
  apiUrl,
  now,
  random,
  limits,
}: {
  apiUrl: string | null;
  now: () => number;
  random: () => number;
  limits: RouteLimits;
}): Route {
  const closing = new AbortController();
  // One for each call that is under way, and any number may be.
  setMaxListeners(0, closing.signal);
  const breaker = createBreaker({ now, limits });

  async function attempt(real: Fetch, url: URL, init: RequestInit | undefined): Promise<Response> {
    const controller = new AbortController();
    const abort = () => controller.abort();
    const timer = setTimeout(abort, limits.timeoutMs);
    closing.signal.addEventListener('abort', abort);
    try {
      // Outside of the route: the real one may be another hook like this, if somebody wrapped the first.
      const response = await current.run(null, () =>
        real(url, { ...init, redirect: 'error', signal: controller.signal }),
      );
      if (!response.ok) {
        controller.abort();
        return refuse(`The feed answered with an error (status ${response.status}).`, {
          isFinal: response.status < 500 && response.status !== 429 && response.status !== 408,
        });
      }
      const value = parseJson(await readText(response, limits.mostBytes));
      // The toolkit looks at `ok` and calls `json`: the body is not parsed a second time.
      return Object.assign(new Response(null, { status: response.status }), { json: async () => value });
    } catch (error) {
      if (error instanceof FailedTry) throw error;
      if (closing.signal.aborted) return refuse('The feed was closed.', { isFinal: true });
      if (controller.signal.aborted)
        return refuse(`The feed did not answer within ${limits.timeoutMs / 1000} seconds.`);
      return refuse('The feed could not be reached.', { cause: error });
    } finally {
      clearTimeout(timer);
      closing.signal.removeEventListener('abort', abort);
      // Whatever is left of the body is not wanted.
      controller.abort();
    }
  }

  return {
    async fetch(real, url, init) {
      const target = targetOf(url, apiUrl);
      const tries = url.pathname.startsWith(READS) ? limits.tries : 1;
      for (let count = 1; ; count += 1) {
        if (closing.signal.aborted) throw new FeedUnavailable('The feed was closed.');
        const isTrial = breaker.enter();
        try {
          const response = await attempt(real, target, init);
          breaker.succeed();
          return response;
        } catch (error) {
          if (!(error instanceof FailedTry)) throw error;
          // An error of the caller's is an answer too: the feed is there.
          if (error.isFinal) breaker.succeed();
          else breaker.fail();
          if (error.isFinal || isTrial || count >= tries)
            throw new FeedUnavailable(error.message, { cause: error.cause });
        }
        const pause = limits.pauseMs * 2 ** (count - 1) * (0.5 + random());
        // Ends early, without a word, when the route is closed: the loop then says so.
        await sleep(pause, undefined, { signal: closing.signal }).catch(() => undefined);
      }
    },
    probe: () => breaker.probe(),
    close: () => closing.abort(),
  };
}

/** One try that gave nothing. Final: another would not either. */
class FailedTry extends Error {
  readonly isFinal: boolean;
  constructor(message: string, { isFinal, cause }: { isFinal: boolean; cause: unknown }) {
    super(message, { cause });
    this.isFinal = isFinal;
  }
}

function refuse(
  message: string,
  { isFinal = false, cause }: { isFinal?: boolean; cause?: unknown } = {},
): never {
  throw new FailedTry(message, { isFinal, cause });
}

/** The same address on another host; a path of its own stands for Azuro's. */
function targetOf(url: URL, apiUrl: string | null): URL {
  if (apiUrl === null) return url;
  const base = new URL(apiUrl);
  const prefix = base.pathname.replace(/\/+$/, '');
  const path = prefix === '' ? url.pathname : `${prefix}${url.pathname.slice(PREFIX.length)}`;
  return new URL(path + url.search, base.origin);
}

async function readText(response: Response, mostBytes: number): Promise<string> {
  const tooLarge = 'The feed answered with more than can be read.';
  if (Number(response.headers.get('content-length') ?? 0) > mostBytes) return refuse(tooLarge);
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > mostBytes) return refuse(tooLarge);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return refuse('The feed answered with something that is not data.');
  }
}

/** After failures in a row nothing is asked for a while; then one try goes through, and decides. */
function createBreaker({ now, limits }: { now: () => number; limits: RouteLimits }) {
  let failures = 0;
  let openUntil = 0;
  let isTrying = false;
  return {
    probe() {
      openUntil = 0;
    },
    /** @returns whether this is the try that decides. @throws FeedUnavailable while it is open */
    enter(): boolean {
      if (failures < limits.failures) return false;
      if (isTrying || now() < openUntil) {
        throw new FeedUnavailable(
          // A pause of half a minute, and then the next reading, one of which begins every minute.
          `The feed has failed ${failures} times in a row and is asked again within a minute.`,
        );
      }
      isTrying = true;
      return true;
    },
    succeed() {
      failures = 0;
      isTrying = false;
    },
    fail() {
      failures += 1;
      isTrying = false;
      if (failures >= limits.failures) openUntil = now() + limits.openForMs;
    },
  };
}

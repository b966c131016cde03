import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Message, say } from '@tallystone/core/sentences/say';
import * as z from 'zod/mini';
import { FeedUnavailable } from './azuro-feed.ts';

/** Azuro's own host, and the path prefix of all its addresses. */
const AZURO_HOST = 'https://api.onchainfeed.org';
const PREFIX = '/api/v1/public';
/** Polygon, whose games are priced in USDT. */
export const ENVIRONMENT = 'PolygonUSDT';

const LIMITS = {
  /** For one try, including the body. */
  timeoutMs: 8000,
  tries: 3,
  /** Before the second try. Doubles before each further try; a random factor of 0.5 to 1.5 applies. */
  pauseMs: 250,
  mostBytes: 20 * 1024 * 1024,
  /** Failed tries in a row that open the breaker. */
  failures: 5,
  /** How long the open breaker stops all calls. Then one trial call decides. */
  openForMs: 30_000,
};
export type ClientLimits = typeof LIMITS;

/** Checks only that it is a list. Our parsers read, or drop, its elements one by one. */
const aList = z.custom<readonly unknown[]>(Array.isArray);
const aPageOfGames = z.object({ games: aList, totalPages: z.catch(z.int(), 1) });
const someGames = z.object({ games: aList });
const someConditions = z.object({ conditions: aList });

/** The calls of Azuro's REST interface that we make. All of them only read. */
export type AzuroClient = ReturnType<typeof openAzuroClient>;

type Request = { readonly query: Readonly<Record<string, string>> } | { readonly body: object };

/**
 * Calls a host over HTTP as Azuro's own library does, with a timeout, retries, a size limit, a circuit breaker and no
 * redirects. Each call returns a list whose elements are not parsed yet.
 *
 * If the host fails in any way, a call throws FeedUnavailable.
 *
 * @param host such as `http://127.0.0.1:4100`, with a path if it differs from Azuro's; null for Azuro itself
 * @see docs/decisions/0050-a-client-of-our-own-for-azuro.md
 */
export function openAzuroClient({
  host,
  fetch = globalThis.fetch,
  now = () => performance.now(),
  random = Math.random,
  onHeard = () => undefined,
  ...given
}: {
  host: string | null;
  fetch?: typeof globalThis.fetch;
  now?: () => number;
  random?: () => number;
  /** Called with each answer, also with one that can't be used. */
  onHeard?: () => void;
} & Partial<ClientLimits>) {
  const limits: ClientLimits = { ...LIMITS, ...given };
  const base = baseOf(host ?? AZURO_HOST);
  const closing = new AbortController();
  // Each running call adds a listener, and the number of calls is unlimited.
  setMaxListeners(0, closing.signal);
  const breaker = createBreaker({ now, limits });

  async function attempt(path: string, request: Request): Promise<unknown> {
    const controller = new AbortController();
    const abort = () => controller.abort();
    const timer = setTimeout(abort, limits.timeoutMs);
    closing.signal.addEventListener('abort', abort);
    try {
      const response = await fetch(...callOf(`${base}${path}`, request, controller.signal));
      if (!response.ok) {
        throw new FailedTry(say('feed-error', { status: response.status }), {
          isFinal: response.status < 500 && response.status !== 429 && response.status !== 408,
        });
      }
      const text = await readText(response, limits.mostBytes);
      onHeard();
      return parseJson(text);
    } catch (error) {
      if (error instanceof FailedTry) throw error;
      if (closing.signal.aborted) throw new FailedTry(say('feed-closed'), { isFinal: true });
      if (controller.signal.aborted)
        throw new FailedTry(say('feed-too-slow', { seconds: limits.timeoutMs / 1000 }));
      throw new FailedTry(say('feed-unreachable'), { cause: error });
    } finally {
      clearTimeout(timer);
      closing.signal.removeEventListener('abort', abort);
      // Stops the rest of the body from loading.
      controller.abort();
    }
  }

  async function ask<Schema extends z.ZodMiniType>(
    path: string,
    request: Request,
    schema: Schema,
  ): Promise<z.infer<Schema>> {
    for (let count = 1; ; count += 1) {
      if (closing.signal.aborted) throw new FeedUnavailable(say('feed-closed'));
      const isTrial = breaker.enter();
      try {
        const answer = await attempt(path, request);
        breaker.succeed();
        return understand(answer, schema);
      } catch (error) {
        if (!(error instanceof FailedTry)) throw error;
        // A client error (4xx) is an answer too: the feed is up.
        if (error.isFinal) breaker.succeed();
        else breaker.fail();
        if (error.isFinal || isTrial || count >= limits.tries)
          throw new FeedUnavailable(error.said, { cause: error.cause });
      }
      const pause = limits.pauseMs * 2 ** (count - 1) * (0.5 + random());
      // Ends early if the client is closed; the loop then throws.
      await sleep(pause, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }

  return {
    /** One page of the games that are `Prematch` or `Live`, by their start. Pages begin with 1. */
    gamesByFilters: (filters: { gameState: 'Prematch' | 'Live'; perPage: number; page: number }) =>
      ask(
        '/market-manager/games-by-filters',
        {
          query: {
            environment: ENVIRONMENT,
            gameState: filters.gameState,
            orderBy: 'startsAt',
            orderDirection: 'asc',
            perPage: String(filters.perPage),
            page: String(filters.page),
          },
        },
        aPageOfGames,
      ),
    /** In any state. */
    async gamesByIds(gameIds: readonly string[]) {
      const { games } = await ask('/market-manager/games-by-ids', { body: { gameIds } }, someGames);
      return games;
    },
    /** In any state, including modern conditions. */
    async conditionsByGameIds(gameIds: readonly string[]) {
      const body = { gameIds, environment: ENVIRONMENT, extended: true };
      const path = '/market-manager/conditions-by-game-ids';
      return (await ask(path, { body }, someConditions)).conditions;
    },
    /** State and odds only. */
    async conditionBatch(conditionIds: readonly string[]) {
      const body = { conditionIds, environment: ENVIRONMENT };
      return (await ask('/market-manager/condition-batch', { body }, someConditions)).conditions;
    },
    /** Called when an admin asks by hand: the next call is the trial, even while the breaker is open. */
    probe: () => breaker.probe(),
    /** Aborts running calls; later calls throw FeedUnavailable. */
    close: () => closing.abort(),
  };
}

/** The address that call paths are appended to. If `host` has a path, it replaces Azuro's prefix. */
function baseOf(host: string): string {
  const { origin, pathname } = new URL(host);
  const path = pathname.replace(/\/+$/, '');
  return origin + (path === '' ? PREFIX : path);
}

function callOf(address: string, request: Request, signal: AbortSignal): [string, RequestInit] {
  const common = { redirect: 'error', cache: 'no-cache', signal } as const;
  if ('query' in request) {
    const headers = { accept: 'application/json' };
    return [`${address}?${new URLSearchParams(request.query)}`, { ...common, headers }];
  }
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  return [address, { ...common, method: 'POST', headers, body: JSON.stringify(request.body) }];
}

/** One failed try. If it is final, another try would fail as well. */
class FailedTry extends FeedUnavailable {
  readonly isFinal: boolean;
  constructor(said: Message, { isFinal = false, cause }: { isFinal?: boolean; cause?: unknown } = {}) {
    super(said, { cause });
    this.isFinal = isFinal;
  }
}

async function readText(response: Response, mostBytes: number): Promise<string> {
  const tooLarge = say('feed-too-much');
  if (Number(response.headers.get('content-length') ?? 0) > mostBytes) throw new FailedTry(tooLarge);
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > mostBytes) throw new FailedTry(tooLarge);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new FailedTry(say('feed-no-data'));
  }
}

/** Data of the wrong shape isn't retried: the next answer would be no better. */
function understand<Schema extends z.ZodMiniType>(answer: unknown, schema: Schema): z.infer<Schema> {
  const understood = z.safeParse(schema, answer);
  if (understood.success) return understood.data;
  const list = understood.error.issues[0]?.path[0];
  throw new FeedUnavailable(
    list === undefined ? say('feed-no-object') : say('feed-no-list', { name: String(list) }),
  );
}

/** After several failures in a row, stops all calls for a while. Then one trial call decides whether it closes. */
function createBreaker({ now, limits }: { now: () => number; limits: ClientLimits }) {
  let failures = 0;
  let openUntil = 0;
  let isTrying = false;
  return {
    probe() {
      openUntil = 0;
    },
    /** @returns whether this is the trial call. @throws FeedUnavailable while the breaker is open */
    enter(): boolean {
      if (failures < limits.failures) return false;
      if (isTrying || now() < openUntil) {
        throw new FeedUnavailable(
          // The pause lasts half a minute, and a reading starts every minute.
          say('feed-failed-in-row', { count: failures }),
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

import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Message, say } from '@tallystone/core/sentences/say';
import * as z from 'zod/mini';
import { FeedUnavailable } from './azuro-feed.ts';

/** Azuro's own host, and what all of its addresses begin with. */
const AZURO_HOST = 'https://api.onchainfeed.org';
const PREFIX = '/api/v1/public';
/** Polygon, whose games are priced in USDT. */
export const ENVIRONMENT = 'PolygonUSDT';

export interface ClientLimits {
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

const LIMITS: ClientLimits = {
  timeoutMs: 8000,
  tries: 3,
  pauseMs: 250,
  mostBytes: 20 * 1024 * 1024,
  failures: 5,
  openForMs: 30_000,
};

/** Whether it is a list at all, however long: its elements are read, and dropped, one by one by parsers of ours. */
const aList = z.custom<readonly unknown[]>(Array.isArray);
const aPageOfGames = z.object({ games: aList, totalPages: z.catch(z.int(), 1) });
const someGames = z.object({ games: aList });
const someConditions = z.object({ conditions: aList });

/** The calls of Azuro's REST interface that we make. All of them only read. */
export interface AzuroClient {
  /** One page of the games that are `Prematch` or `Live`, by their start. Pages begin with 1. */
  gamesByFilters(filters: {
    gameState: 'Prematch' | 'Live';
    perPage: number;
    page: number;
  }): Promise<z.infer<typeof aPageOfGames>>;
  /** In any state. */
  gamesByIds(gameIds: readonly string[]): Promise<readonly unknown[]>;
  /** In any state, those of the modern form included. */
  conditionsByGameIds(gameIds: readonly string[]): Promise<readonly unknown[]>;
  /** State and odds alone. */
  conditionBatch(conditionIds: readonly string[]): Promise<readonly unknown[]>;
  /** A person asks by hand: the next call is the one try that decides, also while the breaker is open. */
  probe(): void;
  /** Ends calls under way; later ones are refused. */
  close(): void;
}

type Request = { readonly query: Readonly<Record<string, string>> } | { readonly body: object };

/**
 * Asks a host over HTTP as Azuro's own library does, with a timeout, a few tries, a bound on what is read, no way to
 * another host, and a breaker. What it gives is a list by its form; the elements are unknown.
 *
 * Calls fail with FeedUnavailable and with nothing else that the host could bring about.
 *
 * @param host such as `http://127.0.0.1:4100`, with a path when it is not Azuro's own; null: Azuro itself
 * @see docs/decisions/0050-a-client-of-our-own-for-azuro.md
 */
export function openAzuroClient({
  host,
  fetch = globalThis.fetch,
  now = () => performance.now(),
  random = Math.random,
  ...given
}: {
  host: string | null;
  fetch?: typeof globalThis.fetch;
  now?: () => number;
  random?: () => number;
} & Partial<ClientLimits>): AzuroClient {
  const limits: ClientLimits = { ...LIMITS, ...given };
  const base = baseOf(host ?? AZURO_HOST);
  const closing = new AbortController();
  // One for each call that is under way, and any number may be.
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
        return refuse(say('feed-error', { status: response.status }), {
          isFinal: response.status < 500 && response.status !== 429 && response.status !== 408,
        });
      }
      return parseJson(await readText(response, limits.mostBytes));
    } catch (error) {
      if (error instanceof FailedTry) throw error;
      if (closing.signal.aborted) return refuse(say('feed-closed'), { isFinal: true });
      if (controller.signal.aborted)
        return refuse(say('feed-too-slow', { seconds: limits.timeoutMs / 1000 }));
      return refuse(say('feed-unreachable'), { cause: error });
    } finally {
      clearTimeout(timer);
      closing.signal.removeEventListener('abort', abort);
      // Whatever is left of the body is not wanted.
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
        // An error of the caller's is an answer too: the feed is there.
        if (error.isFinal) breaker.succeed();
        else breaker.fail();
        if (error.isFinal || isTrial || count >= limits.tries)
          throw new FeedUnavailable(error.said, { cause: error.cause });
      }
      const pause = limits.pauseMs * 2 ** (count - 1) * (0.5 + random());
      // Ends early, without a word, when the client is closed: the loop then says so.
      await sleep(pause, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }

  return {
    gamesByFilters: ({ gameState, perPage, page }) =>
      ask(
        '/market-manager/games-by-filters',
        {
          query: {
            environment: ENVIRONMENT,
            gameState,
            orderBy: 'startsAt',
            orderDirection: 'asc',
            perPage: String(perPage),
            page: String(page),
          },
        },
        aPageOfGames,
      ),
    async gamesByIds(gameIds) {
      const { games } = await ask('/market-manager/games-by-ids', { body: { gameIds } }, someGames);
      return games;
    },
    async conditionsByGameIds(gameIds) {
      const body = { gameIds, environment: ENVIRONMENT, extended: true };
      const path = '/market-manager/conditions-by-game-ids';
      return (await ask(path, { body }, someConditions)).conditions;
    },
    async conditionBatch(conditionIds) {
      const body = { conditionIds, environment: ENVIRONMENT };
      return (await ask('/market-manager/condition-batch', { body }, someConditions)).conditions;
    },
    probe: () => breaker.probe(),
    close: () => closing.abort(),
  };
}

/** Where paths begin; a path of the host's own stands for Azuro's. */
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

/** One try that gave nothing. Final: another would not either. */
class FailedTry extends Error {
  readonly said: Message;
  readonly isFinal: boolean;
  constructor(said: Message, { isFinal, cause }: { isFinal: boolean; cause: unknown }) {
    super(said.sentence, { cause });
    this.said = said;
    this.isFinal = isFinal;
  }
}

function refuse(
  said: Message,
  { isFinal = false, cause }: { isFinal?: boolean; cause?: unknown } = {},
): never {
  throw new FailedTry(said, { isFinal, cause });
}

async function readText(response: Response, mostBytes: number): Promise<string> {
  const tooLarge = say('feed-too-much');
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
    return refuse(say('feed-no-data'));
  }
}

/** Data of another form is an answer all the same: the next one would not be better. */
function understand<Schema extends z.ZodMiniType>(answer: unknown, schema: Schema): z.infer<Schema> {
  const understood = z.safeParse(schema, answer);
  if (understood.success) return understood.data;
  const list = understood.error.issues[0]?.path[0];
  throw new FeedUnavailable(
    list === undefined ? say('feed-no-object') : say('feed-no-list', { name: String(list) }),
  );
}

/** After failures in a row nothing is asked for a while; then one try goes through, and decides. */
function createBreaker({ now, limits }: { now: () => number; limits: ClientLimits }) {
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

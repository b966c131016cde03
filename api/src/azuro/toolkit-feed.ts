import { type AzuroFeed, type FeedResult, type FeedSubscription, FeedUnavailable } from './azuro-feed.ts';
import type { DropLog } from './drop-log.ts';
import { openFeedSocket, type SocketLimits } from './feed-socket.ts';
import { NotUnderstood, parseList, parseObject } from './feed-value.ts';
import { parseCondition } from './parse-condition.ts';
import { parseEach } from './parse-each.ts';
import { parseGame } from './parse-game.ts';
import { parseAgreed, parseEnd, parseGameEnd } from './parse-result.ts';
import { parseConditionUpdate } from './parse-update.ts';
import { type RouteLimits, routeAzuroFetch } from './route-azuro-fetch.ts';

/** Polygon, whose games are priced in USDT. */
const CHAIN = 137;
const GAMES_PER_PAGE = 100;
/** Of one list. About 900 games were ahead when this was written; beyond, those that start last are left out. */
const MOST_PAGES = 25;
const GAMES_PER_CALL = 50;
const CONDITIONS_PER_CALL = 100;

type Toolkit = typeof import('@azuro-org/toolkit');

/**
 * Azuro through its own toolkit, which is loaded when something is first asked of it.
 *
 * @param apiUrl host of the REST calls; null: Azuro's
 * @param wsUrl base address of the socket; null: Azuro's
 * @param limits shorter ones, for tests
 */
export function openToolkitFeed({
  apiUrl,
  wsUrl,
  drops,
  now = () => new Date(),
  limits = {},
}: {
  apiUrl: string | null;
  wsUrl: string | null;
  drops: DropLog;
  now?: () => Date;
  limits?: Partial<RouteLimits & SocketLimits>;
}): AzuroFeed {
  const route = routeAzuroFetch({ apiUrl, ...limits });
  const subscriptions = new Set<FeedSubscription>();
  const loadToolkit = () => import('@azuro-org/toolkit');

  /** Asks the toolkit; what comes out is looked at as if we knew nothing of it. */
  async function ask<T>(
    call: (toolkit: Toolkit) => Promise<unknown>,
    read: (answer: unknown) => T,
  ): Promise<T> {
    try {
      const toolkit = await loadToolkit();
      return read(await route.run(() => call(toolkit)));
    } catch (error) {
      if (error instanceof FeedUnavailable) throw error;
      // A page of rubbish, or one that the toolkit stumbled over.
      const why = error instanceof NotUnderstood ? `: ${error.message}` : '';
      throw new FeedUnavailable(`The feed answered with something that makes no sense${why}.`, {
        cause: error,
      });
    }
  }

  const readGames = (list: unknown) =>
    parseEach(parseList(list, 'games'), {
      what: 'game',
      parse: (element) => parseGame(element, { now: now(), drops }),
      drops,
    });

  async function listState(state: 'Prematch' | 'Live') {
    const games = [];
    for (let page = 1, pages = 1; page <= Math.min(pages, MOST_PAGES); page += 1) {
      const answer = await ask(
        ({ getGamesByFilters, GameState, GameOrderBy }) =>
          getGamesByFilters({
            chainId: CHAIN,
            state: GameState[state],
            orderBy: GameOrderBy.StartsAt,
            perPage: GAMES_PER_PAGE,
            page,
          }),
        (answer) => {
          const { games, totalPages } = parseObject(answer, 'it');
          return { games: readGames(games), totalPages };
        },
      );
      const { totalPages } = answer;
      pages = typeof totalPages === 'number' && Number.isInteger(totalPages) ? totalPages : 1;
      if (page === MOST_PAGES && pages > MOST_PAGES)
        drops.note(`pages after ${MOST_PAGES} of games that are ${state}`, 'that is as many as are read');
      for (const game of answer.games) {
        if (game.state === state) games.push(game);
        else drops.note(`game ${game.id}`, `it is ${game.state} in the list of games that are ${state}`);
      }
    }
    return games;
  }

  return {
    async listGames() {
      // Games move between pages and lists while these are read: the latest place counts, in the first one's order.
      const games = [...(await listState('Prematch')), ...(await listState('Live'))];
      return [...new Map(games.map((game) => [game.id, game])).values()];
    },
    gamesByIds: (ids) =>
      inChunks({ ids, size: GAMES_PER_CALL, drops }, (chunk) =>
        ask(({ getGamesByIds }) => getGamesByIds({ chainId: CHAIN, gameIds: chunk }), readGames),
      ),
    conditionsByGameIds: (ids) =>
      inChunks({ ids, size: GAMES_PER_CALL, drops }, (chunk) =>
        ask(
          ({ getConditionsByGameIds }) =>
            getConditionsByGameIds({ chainId: CHAIN, gameIds: chunk, extended: true }),
          (list) =>
            parseEach(parseList(list, 'conditions'), {
              what: 'condition',
              parse: (element) => parseCondition(element, drops),
              drops,
            }),
        ),
      ),
    conditionStates: (ids) =>
      inChunks({ ids, size: CONDITIONS_PER_CALL, drops }, (chunk) =>
        ask(
          ({ getConditionsState }) => getConditionsState({ chainId: CHAIN, conditionIds: chunk }),
          (list) =>
            parseEach(parseList(list, 'conditions'), {
              what: 'condition',
              parse: parseConditionUpdate,
              drops,
            }),
        ),
      ),
    async resultsOf(ids) {
      const askedAt = now();
      const [games, conditions] = await Promise.all([
        inChunks({ ids, size: GAMES_PER_CALL, drops }, (chunk) =>
          ask(
            ({ getGamesByIds }) => getGamesByIds({ chainId: CHAIN, gameIds: chunk }),
            (list) =>
              parseAgreed(parseList(list, 'games'), {
                what: 'game',
                parse: (element) => parseGameEnd(element, askedAt),
                drops,
              }),
          ),
        ),
        inChunks({ ids, size: GAMES_PER_CALL, drops }, (chunk) =>
          ask(
            ({ getConditionsByGameIds }) =>
              getConditionsByGameIds({ chainId: CHAIN, gameIds: chunk, extended: true }),
            (list) =>
              parseAgreed(parseList(list, 'conditions'), { what: 'condition', parse: parseEnd, drops }),
          ),
        ),
      ]);
      return [...new Set(ids)].flatMap((gameId): FeedResult[] => {
        const game = games.find(({ id }) => id === gameId);
        const own = conditions.filter((condition) => condition.gameId === gameId);
        if (game === undefined && own.length === 0) return [];
        return [{ gameId, askedAt, game: game ?? null, conditions: own }];
      });
    },
    subscribe(listener) {
      const subscription = openFeedSocket(listener, {
        async url() {
          const base = wsUrl ?? (await loadToolkit()).getSocketEndpoint(CHAIN);
          return `${base.replace(/\/+$/, '')}/feed`;
        },
        environment: 'PolygonUSDT',
        drops,
        now,
        ...limits,
      });
      subscriptions.add(subscription);
      return subscription;
    },
    probe: () => route.probe(),
    close() {
      route.close();
      for (const subscription of subscriptions) subscription.close();
    },
  };
}

/**
 * One call after the other: nobody has said how much at once is welcome. Only elements that were asked for are
 * kept; others, as of another environment, are left out.
 */
async function inChunks<T extends { readonly id: string; readonly gameId?: string }>(
  { ids, size, drops }: { ids: readonly string[]; size: number; drops: DropLog },
  ask: (chunk: string[]) => Promise<T[]>,
): Promise<T[]> {
  const distinct = [...new Set(ids)];
  const found: T[] = [];
  for (let at = 0; at < distinct.length; at += size) {
    const chunk = distinct.slice(at, at + size);
    const asked = new Set(chunk);
    for (const each of await ask(chunk)) {
      if (asked.has(each.gameId ?? each.id)) found.push(each);
      else drops.note(each.id, 'nobody asked for it');
    }
  }
  return found;
}

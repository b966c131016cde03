import { say } from '@tallystone/core/sentences/say';
import { chunksOf } from '../rounds/chunks-of.ts';
import { type ClientLimits, ENVIRONMENT, openAzuroClient } from './azuro-client.ts';
import { type AzuroFeed, type FeedResult, FeedUnavailable } from './azuro-feed.ts';
import type { DropLog } from './drop-log.ts';
import { openFeedSocket } from './feed-socket.ts';
import { parseCondition } from './parse-condition.ts';
import { parseEach } from './parse-each.ts';
import { parseGame } from './parse-game.ts';
import { parseAgreed, parseEnd, parseGameEnd } from './parse-result.ts';
import { parseConditionUpdate } from './parse-update.ts';
import { openScoreSocket } from './score-socket.ts';
import type { SocketLimits } from './steady-socket.ts';

const AZURO_SOCKETS = 'wss://streams.onchainfeed.org/v1/streams';
const GAMES_PER_PAGE = 100;
/** Pages read of one list. About 900 games were upcoming when this was written; games on later pages start last. */
const MOST_PAGES = 25;
const GAMES_PER_CALL = 50;
const CONDITIONS_PER_CALL = 100;

/**
 * Opens Azuro, or a host that answers as it does.
 *
 * @param apiUrl host of the REST calls; null: Azuro's
 * @param wsUrl base address of the sockets; null: Azuro's
 * @param limits shorter ones, for tests
 */
export function openAzuroFeed({
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
  limits?: Partial<ClientLimits & SocketLimits>;
}): AzuroFeed {
  let heardAt: number | null = null;
  const onHeard = () => {
    heardAt = performance.now();
  };
  const client = openAzuroClient({ host: apiUrl, onHeard, ...limits });
  const subscriptions = new Set<{ close(): void }>();
  const settingsOf = (path: string) => ({
    url: () => `${(wsUrl ?? AZURO_SOCKETS).replace(/\/+$/, '')}${path}`,
    drops,
    ...limits,
  });
  const keep = <T extends { close(): void }>(subscription: T): T => {
    subscriptions.add(subscription);
    return subscription;
  };

  const readGame = (element: unknown) => parseGame(element, { now: now(), drops });

  async function listState(gameState: 'Prematch' | 'Live') {
    const games = [];
    for (let page = 1, pages = 1; page <= Math.min(pages, MOST_PAGES); page += 1) {
      const answer = await client.gamesByFilters({ gameState, perPage: GAMES_PER_PAGE, page });
      pages = answer.totalPages;
      if (page === MOST_PAGES && pages > MOST_PAGES)
        drops.note(`pages after ${MOST_PAGES} of games that are ${gameState}`, 'that is as many as are read');
      for (const game of readOrRefuse(() =>
        parseEach(answer.games, { what: 'game', parse: readGame, drops }),
      )) {
        if (game.state === gameState) games.push(game);
        else drops.note(`game ${game.id}`, `it is ${game.state} in the list of games that are ${gameState}`);
      }
    }
    return games;
  }

  /** Asks in chunks. Keeps only elements that were asked for; the feed may add those of another environment. */
  async function readByIds<T extends { readonly id: string; readonly gameId?: string }>(
    ids: readonly string[],
    {
      what,
      size = GAMES_PER_CALL,
      call,
      parse,
      parseList = parseEach,
    }: {
      what: 'game' | 'condition';
      size?: number;
      call: (chunk: string[]) => Promise<readonly unknown[]>;
      parse: (element: unknown) => T;
      parseList?: (list: readonly unknown[], how: Parameters<typeof parseEach<T>>[1]) => T[];
    },
  ): Promise<T[]> {
    const found: T[] = [];
    // One call at a time, because we don't know how many at once the feed allows.
    for (const chunk of chunksOf([...new Set(ids)], size)) {
      const asked = new Set(chunk);
      const list = await call(chunk);
      for (const each of readOrRefuse(() => parseList(list, { what, parse, drops }))) {
        if (asked.has(each.gameId ?? each.id)) found.push(each);
        else drops.note(each.id, 'it was not requested');
      }
    }
    return found;
  }

  return {
    async listGames() {
      // Games move between pages and lists during the reading: the last entry wins, at the first one's place.
      const games = [...(await listState('Prematch')), ...(await listState('Live'))];
      return [...new Map(games.map((game) => [game.id, game])).values()];
    },
    gamesByIds: (ids) =>
      readByIds(ids, {
        what: 'game',
        call: client.gamesByIds,
        parse: (element) => ({ ...readGame(element), raw: element }),
      }),
    conditionsByGameIds: (ids) =>
      readByIds(ids, {
        what: 'condition',
        call: client.conditionsByGameIds,
        parse: (element) => parseCondition(element, drops),
      }),
    conditionStates: (ids) =>
      readByIds(ids, {
        what: 'condition',
        size: CONDITIONS_PER_CALL,
        call: client.conditionBatch,
        parse: parseConditionUpdate,
      }),
    async resultsOf(ids) {
      const askedAt = now();
      const [games, conditions] = await Promise.all([
        readByIds(ids, {
          what: 'game',
          call: client.gamesByIds,
          parse: (element) => parseGameEnd(element, askedAt),
          parseList: parseAgreed,
        }),
        readByIds(ids, {
          what: 'condition',
          call: client.conditionsByGameIds,
          parse: parseEnd,
          parseList: parseAgreed,
        }),
      ]);
      return [...new Set(ids)].flatMap((gameId): FeedResult[] => {
        const game = games.find(({ id }) => id === gameId);
        const own = conditions.filter((condition) => condition.gameId === gameId);
        if (game === undefined && own.length === 0) return [];
        return [{ gameId, askedAt, game: game ?? null, conditions: own }];
      });
    },
    subscribe: (listener) =>
      keep(openFeedSocket(listener, { ...settingsOf('/feed'), environment: ENVIRONMENT, now, onHeard })),
    // Scores don't count as heard: while only they arrive, odds still age.
    subscribeToScores: (listener) => keep(openScoreSocket(listener, settingsOf('/statistics/games'))),
    probe: () => client.probe(),
    silentMs: () => (heardAt === null ? null : performance.now() - heardAt),
    close() {
      client.close();
      for (const subscription of subscriptions) subscription.close();
    },
  };
}

/** Parsers drop elements that they can't parse. If a parser throws anyway, the whole answer is refused. */
function readOrRefuse<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new FeedUnavailable(say('feed-no-sense'), { cause: error });
  }
}

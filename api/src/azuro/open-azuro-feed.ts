import { say } from '@tallystone/core/sentences/say';
import { chunksOf } from '../rounds/chunks-of.ts';
import { type ClientLimits, ENVIRONMENT, openAzuroClient } from './azuro-client.ts';
import { type AzuroFeed, type FeedResult, type FeedSubscription, FeedUnavailable } from './azuro-feed.ts';
import type { DropLog } from './drop-log.ts';
import { openFeedSocket, type SocketLimits } from './feed-socket.ts';
import { parseCondition } from './parse-condition.ts';
import { parseEach } from './parse-each.ts';
import { parseGame } from './parse-game.ts';
import { parseAgreed, parseEnd, parseGameEnd } from './parse-result.ts';
import { parseConditionUpdate } from './parse-update.ts';

const AZURO_SOCKETS = 'wss://streams.onchainfeed.org/v1/streams';
const GAMES_PER_PAGE = 100;
/** Of one list. About 900 games were ahead when this was written; beyond, those that start last are left out. */
const MOST_PAGES = 25;
const GAMES_PER_CALL = 50;
const CONDITIONS_PER_CALL = 100;

/**
 * Azuro, or a host that answers as it does.
 *
 * @param apiUrl host of the REST calls; null: Azuro's
 * @param wsUrl base address of the socket; null: Azuro's
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
  const client = openAzuroClient({ host: apiUrl, ...limits });
  const subscriptions = new Set<FeedSubscription>();

  const readGames = (list: readonly unknown[]) =>
    parseEach(list, { what: 'game', parse: (element) => parseGame(element, { now: now(), drops }), drops });

  async function listState(gameState: 'Prematch' | 'Live') {
    const games = [];
    for (let page = 1, pages = 1; page <= Math.min(pages, MOST_PAGES); page += 1) {
      const answer = await client.gamesByFilters({ gameState, perPage: GAMES_PER_PAGE, page });
      pages = answer.totalPages;
      if (page === MOST_PAGES && pages > MOST_PAGES)
        drops.note(`pages after ${MOST_PAGES} of games that are ${gameState}`, 'that is as many as are read');
      for (const game of readOrRefuse(answer.games, readGames)) {
        if (game.state === gameState) games.push(game);
        else drops.note(`game ${game.id}`, `it is ${game.state} in the list of games that are ${gameState}`);
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
      inChunks({ ids, size: GAMES_PER_CALL, drops }, async (chunk) =>
        readOrRefuse(await client.gamesByIds(chunk), (list) =>
          parseEach(list, {
            what: 'game',
            parse: (element) => ({ ...parseGame(element, { now: now(), drops }), raw: element }),
            drops,
          }),
        ),
      ),
    conditionsByGameIds: (ids) =>
      inChunks({ ids, size: GAMES_PER_CALL, drops }, async (chunk) =>
        readOrRefuse(await client.conditionsByGameIds(chunk), (list) =>
          parseEach(list, { what: 'condition', parse: (element) => parseCondition(element, drops), drops }),
        ),
      ),
    conditionStates: (ids) =>
      inChunks({ ids, size: CONDITIONS_PER_CALL, drops }, async (chunk) =>
        readOrRefuse(await client.conditionBatch(chunk), (list) =>
          parseEach(list, { what: 'condition', parse: parseConditionUpdate, drops }),
        ),
      ),
    async resultsOf(ids) {
      const askedAt = now();
      const [games, conditions] = await Promise.all([
        inChunks({ ids, size: GAMES_PER_CALL, drops }, async (chunk) =>
          readOrRefuse(await client.gamesByIds(chunk), (list) =>
            parseAgreed(list, { what: 'game', parse: (element) => parseGameEnd(element, askedAt), drops }),
          ),
        ),
        inChunks({ ids, size: GAMES_PER_CALL, drops }, async (chunk) =>
          readOrRefuse(await client.conditionsByGameIds(chunk), (list) =>
            parseAgreed(list, { what: 'condition', parse: parseEnd, drops }),
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
        url: () => `${(wsUrl ?? AZURO_SOCKETS).replace(/\/+$/, '')}/feed`,
        environment: ENVIRONMENT,
        drops,
        now,
        ...limits,
      });
      subscriptions.add(subscription);
      return subscription;
    },
    probe: () => client.probe(),
    close() {
      client.close();
      for (const subscription of subscriptions) subscription.close();
    },
  };
}

/** What parsers make of a list. They drop what makes no sense to them; one that stumbles refuses the whole answer. */
function readOrRefuse<T>(list: readonly unknown[], read: (list: readonly unknown[]) => T): T {
  try {
    return read(list);
  } catch (error) {
    throw new FeedUnavailable(say('feed-no-sense'), { cause: error });
  }
}

/**
 * One call after the other: how much at once is welcome is not known. Only elements that were asked for are
 * kept; others, as of another environment, are left out.
 */
async function inChunks<T extends { readonly id: string; readonly gameId?: string }>(
  { ids, size, drops }: { ids: readonly string[]; size: number; drops: DropLog },
  ask: (chunk: string[]) => Promise<T[]>,
): Promise<T[]> {
  const found: T[] = [];
  for (const chunk of chunksOf([...new Set(ids)], size)) {
    const asked = new Set(chunk);
    for (const each of await ask(chunk)) {
      if (asked.has(each.gameId ?? each.id)) found.push(each);
      else drops.note(each.id, 'nobody asked for it');
    }
  }
  return found;
}

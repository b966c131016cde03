import type { WireBet } from '@tallystone/core/http-api/betting';
import type { WireConfig } from '@tallystone/core/http-api/config';
import type {
  WireGamePage,
  WireMarket,
  WireMarketActivity,
  WireMarketHistory,
  WireMarketRisk,
} from '@tallystone/core/http-api/markets';
import { aHistory, anActivity, aRisk } from './a-history.ts';
import { listedOf } from './listed-of.ts';
import { createMockServer } from './server.ts';

/**
 * A small server for tests of the pages of markets and games: markets that change, are delisted or taken down, each with history,
 * risk and activity.
 */
export function createMarketServer(given: {
  markets?: WireMarket[];
  games?: WireGamePage[];
  config?: Partial<WireConfig>;
  bets?: WireBet[];
}) {
  const server = createMockServer({ config: given.config ?? {} });
  const markets = new Map((given.markets ?? []).map((market) => [market.id, market]));
  const games = new Map((given.games ?? []).map((game) => [game.id, game]));
  const unlisted = new Set<string>();
  const failing = new Map<string, number>();
  const asked: string[] = [];
  let history = (range: string): WireMarketHistory =>
    aHistory({ toS: Math.floor(Date.now() / 1000), range: range as WireMarketHistory['range'] });
  let risk: WireMarketRisk = aRisk();
  let activity: WireMarketActivity = anActivity();

  async function fetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    const url = new URL(String(input), 'http://localhost');
    const path = url.pathname + url.search;
    asked.push(path);
    const status = failing.get(path);
    if (status === 0) return new Promise(() => {});
    if (status !== undefined)
      return json(status, { error: 'It is broken.', code: 'broken', requestId: 'req-5' });
    if (path === '/api/markets')
      return json(200, [...markets.values()].filter(({ id }) => !unlisted.has(id)).map(listedOf));
    const [, gameId] = /^\/api\/games\/([^/]+)$/.exec(url.pathname) ?? [];
    if (gameId !== undefined) return answerGame(gameId);
    const [, id, part] = /^\/api\/markets\/([^/]+)(?:\/(.+))?$/.exec(url.pathname) ?? [];
    if (id !== undefined) return answer(id, part, url);
    if (path === '/api/user/bets') return json(200, given.bets ?? []);
    return server.fetch(input, init);
  }

  function answerGame(id: string): Response {
    const game = games.get(id);
    return game === undefined
      ? json(404, { error: 'This game does not exist.', code: 'unknown-game', requestId: 'req-4' })
      : json(200, game);
  }

  function answer(id: string, part: string | undefined, url: URL): Response {
    const market = markets.get(id);
    if (market === undefined) {
      return json(404, { error: 'This market does not exist.', code: 'unknown-market', requestId: 'req-4' });
    }
    switch (part) {
      case undefined:
        return json(200, market);
      case 'history':
        return json(200, { ...history(url.searchParams.get('range') ?? ''), marketId: id });
      case 'risk':
        return json(200, { ...risk, marketId: id });
      case 'activity':
        return json(200, activity);
      default:
        return json(404, { error: 'Nothing here.', code: 'not-found', requestId: 'req-4' });
    }
  }

  return {
    ...server,
    fetch,
    /** Requested paths, in order. */
    asked,
    set: (market: WireMarket) => markets.set(market.id, market),
    setGame: (game: WireGamePage) => games.set(game.id, game),
    delist: (id: string) => unlisted.add(id),
    takeDown: (id: string) => {
      markets.delete(id);
    },
    setHistory: (next: typeof history) => {
      history = next;
    },
    setRisk: (next: WireMarketRisk) => {
      risk = next;
    },
    setActivity: (next: WireMarketActivity) => {
      activity = next;
    },
    /** Makes a path fail with a status; with 0 it never responds. */
    fail: (path: string, status = 503) => failing.set(path, status),
    recover: (path: string) => failing.delete(path),
  };
}

function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status });
}

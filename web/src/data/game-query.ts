import type { WireGameMarket, WireGamePage } from '@tallystone/core/http-api/markets';
import { fits, marketWithNews, type NewsByMarket } from '@tallystone/core/markets/market-news';
import { queryOptions } from '@tanstack/react-query';
import { marketNewsSignal } from './market-news-signal.ts';
import { newerMarkets } from './newer-markets.ts';
import { getQueryFn } from './query-client.ts';

const read = getQueryFn<WireGamePage>({ on401: 'throw' });

/** A game with all of its markets, in any state. */
export const gameQuery = (id: string) =>
  queryOptions<WireGamePage>({
    queryKey: ['/api/games', id],
    queryFn: async (context) => {
      // The answer may be older than news that arrive while it is on its way.
      const heard = new Map<string, Parameters<typeof marketWithNews>[1]>();
      const stop = marketNewsSignal.subscribe((news) => {
        for (const [of, each] of news) heard.set(of, each);
      });
      try {
        return gameWithNews(await read(context), heard);
      } finally {
        stop();
      }
    },
    structuralSharing: newerGame,
  });

/** The game with the news of its markets applied; the same object if nothing changed. */
export function gameWithNews(game: WireGamePage, news: NewsByMarket): WireGamePage {
  const markets = game.markets.map((market) => withNews(market, news));
  return markets.every((market, place) => market === game.markets[place]) ? game : { ...game, markets };
}

function withNews(market: WireGameMarket, news: NewsByMarket): WireGameMarket {
  const of = news.get(market.id);
  if (of === undefined) return market;
  const moved = marketWithNews(market, of);
  if (moved === market) return market;
  const { group, name, line } = market;
  return { ...moved, group, name, ...(line !== undefined && { line }), ...wonOf(of) };
}

const wonOf = ({ wonOutcomeId, alsoWonIds }: Pick<WireGameMarket, 'wonOutcomeId' | 'alsoWonIds'>) => ({
  ...(wonOutcomeId !== undefined && { wonOutcomeId }),
  ...(alsoWonIds !== undefined && { alsoWonIds }),
});

/** Whether the game must be read again after these news: they say that its state is another one, or don't fit a market. */
export function isOutdatedBy(game: WireGamePage, news: NewsByMarket): boolean {
  return game.markets.some((market) => {
    const of = news.get(market.id);
    if (of === undefined || of.version <= market.version) return false;
    const isNewsOfGame = of.suspension !== market.suspension && of.suspension?.startsWith('game-');
    return isNewsOfGame || of.state !== market.state || !fits(market, of);
  });
}

/** As `newerMarkets`: no market goes back to an older version. */
function newerGame(before: unknown, after: unknown): unknown {
  if (!isGame(before) || !isGame(after) || before.id !== after.id) return after;
  const markets = newerMarkets(before.markets, after.markets) as WireGamePage['markets']; // both are such lists
  return { ...after, markets };
}

function isGame(data: unknown): data is WireGamePage {
  return typeof data === 'object' && data !== null && 'markets' in data;
}

import { notifyManager, type QueryClient } from '@tanstack/react-query';
import { databaseServer, withoutVersion } from '../data/database-server.ts';
import { gameQuery, gameWithNews, isOutdatedBy } from '../data/game-query.ts';
import { marketNewsSignal } from '../data/market-news-signal.ts';
import { marketSignals } from '../data/market-signals.ts';
import { renewSoon } from '../stream/renew-soon.ts';
import { setInPlace } from '../stream/set-in-place.ts';

/** How often the game is reread at most when news aren't enough, in ms. */
const GAME_EVERY_MS = 1_000;

/**
 * Updates a game in the cache from the stream, and rereads it after news of one of its markets that it doesn't have yet.
 *
 * @returns stops it
 */
export function followGame(queryClient: QueryClient, id: string): () => void {
  const { queryKey } = gameQuery(id);
  const rereading = renewSoon(queryClient, GAME_EVERY_MS);
  /** A reading never brings the game's archived markets, so each market causes one at most. */
  const sought = new Set<string>();
  let era = databaseServer.era(queryClient);

  const stopNews = marketNewsSignal.subscribe((news) => {
    const game = queryClient.getQueryData(queryKey);
    if (game === undefined) return;
    const next = gameWithNews(game, news);
    if (next !== game) setInPlace(queryClient, queryKey, next);
    const known = new Set(game.markets.map((market) => market.id));
    const unknown = [...news.values()].filter(
      (each) => each.sideOf === id && !known.has(each.id) && !sought.has(each.id),
    );
    for (const each of unknown) sought.add(each.id);
    if (unknown.length > 0 || isOutdatedBy(game, news)) rereading.ask(queryKey);
  });
  const stopSignals = marketSignals.subscribe((changed) => {
    if (changed !== null) return;
    const before = era;
    era = databaseServer.era(queryClient);
    if (era !== before) forgetVersions(queryClient, id);
    rereading.ask(queryKey);
  });
  return () => {
    stopNews();
    stopSignals();
    rereading.stop();
  };
}

/** Another database server may have lower versions. */
function forgetVersions(queryClient: QueryClient, id: string): void {
  const query = queryClient.getQueryCache().find({ queryKey: gameQuery(id).queryKey, exact: true });
  const game = queryClient.getQueryData(gameQuery(id).queryKey);
  if (query === undefined || game === undefined) return;
  // `setState` bypasses the rule that a market never goes back to an older version.
  notifyManager.batch(() => query.setState({ data: { ...game, markets: game.markets.map(withoutVersion) } }));
}

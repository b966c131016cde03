import type { WireGame } from '@tallystone/core/http-api/azuro';
import type { Db } from '../db/db.ts';
import { isImportable, SYSTEM } from './auto-import.ts';
import type { FeedKeeper } from './feed-keeper.ts';
import { countOpenFeedMarkets } from './import-store.ts';

/** Open games that a demo shows at least. */
export const DEMO_GAMES = 12;
/** A game that starts sooner would close before anyone sees it. */
const AT_LEAST_AHEAD_MS = 15 * 60_000;
const TRIES = 3;

/**
 * Imports games from the catalogue until a demo has a dozen open ones, taking every sport in turn and the earliest
 * start first. Safe to repeat, in any number of processes.
 *
 * @returns how many are open then: fewer than a dozen if the feed has no more
 */
export async function topUpGames(
  db: Db,
  { feed, now }: { feed: Pick<FeedKeeper, 'data' | 'importGames'>; now: () => Date },
): Promise<number> {
  const tried = new Set<string>();
  for (let tries = 1; ; tries++) {
    const from = new Date(now().getTime() + AT_LEAST_AHEAD_MS);
    // Read before the count, so a game that another process imports in between is counted, or imported only once.
    const { games } = await feed.data();
    const open = await countOpenFeedMarkets(db);
    if (open >= DEMO_GAMES || tries > TRIES) return open;
    const chosen = bySportInTurn(games.filter((game) => isImportable(game, from) && !tried.has(game.id)));
    const ids = chosen.slice(0, DEMO_GAMES - open).map(({ id }) => id);
    if (ids.length === 0) return open;
    for (const id of ids) tried.add(id);
    await feed.importGames(ids, SYSTEM);
  }
}

/** The first of each sport, then the second of each, and so on. */
function bySportInTurn(games: readonly WireGame[]): WireGame[] {
  const turns = new Map<string, number>();
  return games
    .map((game) => {
      const turn = turns.get(game.sport.sportId) ?? 0;
      turns.set(game.sport.sportId, turn + 1);
      return { game, turn };
    })
    .sort((a, b) => a.turn - b.turn)
    .map(({ game }) => game);
}

import type { WireGame } from '@tallystone/core/http-api/azuro';
import { isFarAhead } from '@tallystone/core/markets/is-far-ahead';
import type { Actor } from '../audit/record-audit.ts';
import type { Db } from '../db/db.ts';
import { addedConditions } from './added-conditions.ts';
import type { FeedKeeper } from './feed-keeper.ts';
import { countOpenGames } from './import-store.ts';

/** Games per round. */
const AT_MOST = 50;
/** A game or a condition that couldn't be imported waits this long, so it doesn't take the place of others. */
const TRY_AGAIN_AFTER_MS = 10 * 60_000;
/** The actor of imports that no admin asked for. */
const SYSTEM: Actor = { kind: 'system' };

/**
 * Imports new games of top leagues, and what the feed has added to imported games, if the catalogue shows that they can be
 * imported. Safe to repeat, in any number of processes.
 *
 * @returns a function that runs one round
 */
export function autoImport({
  db,
  feed,
  now,
}: {
  db: Db;
  feed: Pick<FeedKeeper, 'data' | 'importGames'>;
  now: () => Date;
}): (settings: { autoImport: boolean; futuresTrading: boolean }) => Promise<void> {
  const importUntried = importerOf(db, feed);
  return async (settings) => {
    if (!settings.autoImport) return;
    const at = now();
    const { games } = await feed.data();
    const chosen = games
      .filter((game) =>
        game.imported ? mayGetMore(game, at) : game.league.isTopLeague && isImportable(game, at),
      )
      .filter((game) => settings.futuresTrading || !isFarAhead(new Date(game.startsAt), at));
    await importUntried(chosen, { atMost: AT_MOST, at });
  };
}

/** Imports the first of some games that are new or have new conditions, except those that it tried a short while ago. */
function importerOf(db: Db, feed: Pick<FeedKeeper, 'importGames'>) {
  /** By the ids of games that were new, and of conditions that were added. */
  const triedAt = new Map<string, number>();
  const addedTo = addedConditions(db);
  return async (games: readonly WireGame[], { atMost, at }: { atMost: number; at: Date }): Promise<void> => {
    for (const [id, tried] of triedAt) if (at.getTime() - tried > TRY_AGAIN_AFTER_MS) triedAt.delete(id);
    const isUntried = (id: string) => !triedAt.has(id);
    const fresh = games.filter(({ id, imported }) => !imported && isUntried(id));
    const added = await addedTo(
      games.filter(({ imported }) => imported),
      isUntried,
    );
    const chosen = [
      ...fresh.map(({ id }) => ({ gameId: id, tried: [id] })),
      ...added.map(({ gameId, conditionIds }) => ({ gameId, tried: conditionIds })),
    ].slice(0, atMost);
    if (chosen.length === 0) return;
    for (const id of chosen.flatMap(({ tried }) => tried)) triedAt.set(id, at.getTime());
    await feed.importGames(
      chosen.map(({ gameId }) => gameId),
      SYSTEM,
    );
  };
}

/** Judges by the catalogue, which may be a minute old. */
function isImportable(game: WireGame, now: Date): boolean {
  return game.status === 'Active' && !game.imported && isAhead(game, now);
}

/** Whether an import may open markets of an imported game. One that runs may be ahead in our books. */
const mayGetMore = (game: WireGame, now: Date): boolean => game.state === 'Live' || isAhead(game, now);

const isAhead = ({ state, startsAt }: WireGame, now: Date): boolean =>
  state === 'Prematch' && new Date(startsAt) > now;

/** A demo imports games this long before they start, so that people see them begin. */
const SOON_MS = 6 * 60_000;
/** Games per round. */
const SOON_AT_MOST = 8;

/**
 * Imports games that run, and may go in play, or that start in a few minutes, so that a demo has games in play while people look.
 * If they are imported already, imports what the feed has added to them. Safe to repeat, in any number of processes.
 *
 * @returns a function that runs one round
 */
export function importSoon({
  db,
  feed,
  now,
}: {
  db: Db;
  feed: Pick<FeedKeeper, 'data' | 'importGames'>;
  now: () => Date;
}): () => Promise<void> {
  const importUntried = importerOf(db, feed);
  return async () => {
    const at = now();
    const { games } = await feed.data();
    const isSoon = ({ state, startsAt }: WireGame) =>
      state === 'Live' || (state === 'Prematch' && Date.parse(startsAt) < at.getTime() + SOON_MS);
    await importUntried(games.filter(isSoon), { atMost: SOON_AT_MOST, at });
  };
}

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
    const open = await countOpenGames(db);
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

import { applyConditions, applyGames } from '@tallystone/api/azuro/apply-updates.ts';
import { createDropLog } from '@tallystone/api/azuro/drop-log.ts';
import { importGames } from '@tallystone/api/azuro/import-games.ts';
import { openInPlay } from '@tallystone/api/azuro/open-in-play.ts';
import { loadOutcomeNames } from '@tallystone/api/azuro/outcome-names.ts';
import type { Db } from '@tallystone/api/db/db.ts';
import { col, row, values } from '@tallystone/api/db/rows.ts';
import { sql } from 'drizzle-orm';
import type { MovedDatabase } from '../database/moved-clock.ts';
import { aFakeFeed, type FakeFeed, outcomesAt } from '../feed/fake-feed.ts';

/** A game in play on a database whose clock moves, and the feed that says what happens in it. */
export interface GameInPlay {
  readonly feed: FakeFeed;
  /** The feed's id of the game, and the condition of its main market. */
  readonly gameId: string;
  readonly conditionId: string;
  /** The main market before the start, and the one in play. */
  readonly beforeId: string;
  readonly marketId: string;
  readonly outcomeIds: readonly string[];
  /** The feed gives odds now, which opens the betting, or stops it for null. */
  price(odds: (string | null)[] | null): Promise<void>;
  /** The feed says that the game is in this state now. */
  say(state: 'Prematch' | 'Live' | 'Finished' | 'Stopped' | 'Canceled'): Promise<void>;
}

const ACTOR = { kind: 'command-line' } as const;

/**
 * Imports a game with one market, lets it start and go in play, and opens its betting at 2, 3.5 and 4.
 *
 * @param beforeStart called with its market, and a way to price it, while bets before the start can be placed
 */
export async function aGameInPlay(
  database: MovedDatabase,
  {
    feed = aFakeFeed(),
    beforeStart,
  }: {
    feed?: FakeFeed;
    beforeStart?: (
      market: { marketId: string; outcomeIds: string[] },
      price: GameInPlay['price'],
    ) => Promise<void>;
  } = {},
): Promise<GameInPlay> {
  const { db, now } = database;
  // Bets from shortly before the start can't be sold while the game is played.
  const leadMs = beforeStart === undefined ? 60_000 : 20 * 60_000;
  const startsAt = new Date(now().getTime() + leadMs);
  const { id: gameId, conditionId } = feed.add({ startsAt }, { isLiveEnabled: true });
  const names = await loadOutcomeNames();
  const imported = await importGames(
    { db, feed, names, mode: 'demo' },
    { gameIds: [gameId], actor: ACTOR, now },
  );
  const drops = createDropLog(now);
  const price: GameInPlay['price'] = async (odds) => {
    // Later than any price before, to the millisecond.
    await database.advance(2);
    const state = odds === null ? 'Stopped' : 'Active';
    if (odds !== null) feed.set(conditionId, { odds });
    feed.set(conditionId, { state });
    const outcomes = odds === null ? [] : outcomesAt(odds);
    await applyConditions(db, [{ id: conditionId, state, outcomes, at: now() }], drops);
  };
  const say: GameInPlay['say'] = async (state) => {
    const played = feed.games.get(gameId);
    if (played !== undefined) feed.games.set(gameId, { ...played, state });
    await applyGames(db, [{ id: gameId, state, startsAt, raw: {}, at: now() }], drops);
  };
  const beforeId = imported.results[0]?.marketId ?? '';
  await beforeStart?.({ marketId: beforeId, outcomeIds: await outcomesOf(db, beforeId) }, price);
  await database.advance(leadMs + 1_000);
  await say('Live');
  await openInPlay(db, 'demo');
  await price(['2', '3.5', '4']);
  const market = await row(
    db,
    { id: col.text },
    sql`
      select m.id from markets m join games g on g.id = m.game_id where g.in_play_of = ${gameId}`,
  );
  return {
    feed,
    gameId,
    conditionId,
    beforeId,
    marketId: market.id,
    outcomeIds: await outcomesOf(db, market.id),
    price,
    say,
  };
}

const outcomesOf = (db: Db, marketId: string): Promise<string[]> =>
  values(db, col.text, sql`select o.id from outcomes o where o.market_id = ${marketId} order by o.position`);

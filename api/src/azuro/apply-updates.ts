import type { Db } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import { recordLateStart } from '../markets/late-starts.ts';
import { announceMarketChanges } from '../markets/market-changes.ts';
import { chunksBySize } from '../rounds/chunks-by-size.ts';
import type { ConditionUpdate, GameUpdate } from './azuro-feed.ts';
import { decideCondition, decideGame, type FollowDecision } from './decide-follow.ts';
import type { DropLog } from './drop-log.ts';
import { type FollowedMarket, haltUnbettable, lockFollowed, saveFollowed } from './follow-store.ts';
import { boundRaw } from './parse-result.ts';

/** Conditions or games whose markets are locked in one transaction. A game may have forty. Bets on them wait until it ends. */
const CHUNKS = { condition: 50, game: 4 };
/** Of all conditions of a transaction, because each player is a market of its own. */
const MOST_OUTCOMES = 150;

/** An update, with the earliest moment at which the feed can have sent it. */
export type Received<T> = T & { readonly at: Date };

/** Applies condition updates: odds, stops and ends. Ignores conditions that we don't follow. */
export const applyConditions = (
  db: Db,
  updates: readonly Received<ConditionUpdate>[],
  drops: DropLog,
): Promise<void> =>
  applyInChunks(db, updates, drops, {
    by: 'condition',
    what: 'odds of condition',
    sizeOf: ({ outcomes }) => outcomes.length,
    decide: decideCondition,
  });

/** Applies game updates: a new start, or a state that ends betting. */
export const applyGames = (db: Db, updates: readonly Received<GameUpdate>[], drops: DropLog): Promise<void> =>
  applyInChunks(db, updates, drops, {
    by: 'game',
    what: 'an update of game',
    sizeOf: () => 0,
    decide: decideGame,
  });

/** Halts markets whose odds are too old, and those in play if that is switched off. */
export async function applyHalts(db: Db): Promise<void> {
  await transaction(db, async (tx) => {
    await announceMarketChanges(tx, await haltUnbettable(tx));
  });
}

async function applyInChunks<T extends { readonly id: string }>(
  db: Db,
  updates: readonly T[],
  drops: DropLog,
  how: {
    by: 'condition' | 'game';
    what: string;
    /** Its outcomes. */
    sizeOf: (update: T) => number;
    decide: (market: FollowedMarket, update: T, now: Date) => FollowDecision;
  },
): Promise<void> {
  const { by, what, sizeOf, decide } = how;
  for (const some of chunksBySize(updates, { most: CHUNKS[by], size: MOST_OUTCOMES, sizeOf })) {
    const chunk = new Map(some.map((update) => [update.id, update]));
    await transaction(db, async (tx) => {
      const { markets, now } = await lockFollowed(tx, { by, ids: [...chunk.keys()] });
      const changes = markets.flatMap((before) => {
        const update = chunk.get(by === 'condition' ? before.conditionId : before.feedGameId);
        const decision = update && decide(before, update, now);
        if (decision?.kind === 'refused') drops.note(`${what} ${update?.id}`, decision.why);
        return decision?.kind === 'changed' ? [{ before, ...decision }] : [];
      });
      const late = await saveFollowed(tx, changes);
      await announceMarketChanges(
        tx,
        changes.filter(({ isVisible }) => isVisible).map(({ after }) => after.id),
      );
      for (const { marketId, version, lateBy } of late) {
        const { id: gameId, startsAt: began, raw } = lateBy;
        await recordLateStart(tx, { marketId, gameId, began, version, said: { game: boundRaw(raw) } });
      }
    });
  }
}

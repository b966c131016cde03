import type { Db } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import { recordLateStart } from '../markets/late-starts.ts';
import { announceMarketChanges } from '../markets/market-changes.ts';
import { chunksOf } from '../rounds/chunks-of.ts';
import type { ConditionUpdate, GameUpdate } from './azuro-feed.ts';
import { decideCondition, decideGame, type Followed, type FollowedMarket } from './decide-follow.ts';
import type { DropLog } from './drop-log.ts';
import { haltStale, lockFollowed, saveFollowed } from './follow-store.ts';
import { boundRaw } from './parse-result.ts';

/** So many markets are locked at once: bets on them wait meanwhile. */
const CHUNK = 50;

/** What the feed said, and when at the earliest. */
export type Heard<T> = T & { readonly at: Date };

/** Takes over what the feed says of conditions: odds, stops and their end. What is not followed is ignored. */
export async function applyConditions(
  db: Db,
  updates: readonly Heard<ConditionUpdate>[],
  drops: DropLog,
): Promise<void> {
  await applyInChunks(db, 'condition', updates, (market, update) => {
    const followed = decideCondition(market, update, update.at);
    if (followed.kind === 'refused') drops.note(`odds of condition ${update.id}`, followed.why);
    return followed;
  });
}

/** Takes over what the feed says of games: their start, and what ends the betting on them. */
export async function applyGames(
  db: Db,
  updates: readonly Heard<GameUpdate>[],
  drops: DropLog,
): Promise<void> {
  await applyInChunks(db, 'game', updates, (market, update, now) => {
    const followed = decideGame(market, update, now);
    if (followed.kind === 'refused') drops.note(`an update of game ${update.id}`, followed.why);
    return followed;
  });
}

/** Halts what has had no price for too long. */
export async function applyStaleness(db: Db): Promise<void> {
  await transaction(db, async (tx) => {
    await announceMarketChanges(tx, await haltStale(tx));
  });
}

async function applyInChunks<T extends { readonly id: string }>(
  db: Db,
  by: 'condition' | 'game',
  updates: readonly T[],
  decide: (market: FollowedMarket, update: T, now: Date) => Followed,
): Promise<void> {
  for (const some of chunksOf(updates, CHUNK)) {
    const chunk = new Map(some.map((update) => [update.id, update]));
    await transaction(db, async (tx) => {
      const { markets, now } = await lockFollowed(tx, { by, ids: [...chunk.keys()] });
      const changes = markets.flatMap((before) => {
        const update = chunk.get(by === 'condition' ? before.conditionId : before.gameId);
        const followed = update === undefined ? null : decide(before, update, now);
        return followed?.kind === 'changed' ? [{ before, ...followed }] : [];
      });
      const late = await saveFollowed(tx, changes);
      await announceMarketChanges(
        tx,
        changes.filter(({ isVisible }) => isVisible).map(({ after }) => after.id),
      );
      for (const { marketId, version, lateBy } of late) {
        const said = { game: boundRaw(lateBy.raw) };
        const { id: gameId, startsAt: began } = lateBy;
        await recordLateStart(tx, { marketId, gameId, began, version, said });
      }
    });
  }
}

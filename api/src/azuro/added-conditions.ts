import type { WireGame } from '@tallystone/core/http-api/azuro';
import type { Db } from '../db/db.ts';
import { groupBy } from '../rounds/group-by.ts';
import { lookUpConditions } from './import-store.ts';

/**
 * Tells which conditions the feed has added to imported games, by the catalogue. It remembers those that markets have, so a
 * round without news asks the database nothing, and any other round once.
 *
 * @returns a function that returns these games with their added conditions, except those that `isUntried` refuses
 */
export function addedConditions(db: Db) {
  let known = new Set<string>();
  return async (
    games: readonly WireGame[],
    isUntried: (conditionId: string) => boolean,
  ): Promise<{ gameId: string; conditionIds: string[] }[]> => {
    const offered = games.flatMap(({ id: gameId, conditions }) =>
      conditions.flatMap(({ conditionId: id, group }) => (group === undefined ? [] : { id, gameId })),
    );
    const asked = offered.filter(({ id }) => !known.has(id) && isUntried(id));
    const found = asked.length === 0 ? [] : await lookUpConditions(db, asked);
    for (const { id, isKnown } of found) if (isKnown) known.add(id);
    // What the feed no longer offers is forgotten.
    known = new Set(offered.flatMap(({ id }) => (known.has(id) ? id : [])));
    const added = groupBy(
      found.filter(({ isKnown }) => !isKnown),
      ({ gameId }) => gameId,
    );
    return [...added].map(([gameId, conditions]) => ({
      gameId,
      conditionIds: conditions.map(({ id }) => id),
    }));
  };
}

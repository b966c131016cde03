import type { WireGame } from '@tallystone/core/http-api/azuro';
import { isFarAhead } from '@tallystone/core/markets/is-far-ahead';
import type { Actor } from '../audit/record-audit.ts';
import type { FeedKeeper } from './feed-keeper.ts';

/** Games per round. */
const AT_MOST = 50;
/** A game that couldn't be imported waits this long, so it doesn't take the place of others. */
const TRY_AGAIN_AFTER_MS = 10 * 60_000;
/** The actor of imports that no admin asked for. */
export const SYSTEM: Actor = { kind: 'system' };

/**
 * Imports new games of top leagues if the catalogue shows that they can be imported. Safe to repeat, in any
 * number of processes.
 *
 * @returns a function that runs one round
 */
export function autoImport({
  feed,
  now,
}: {
  feed: Pick<FeedKeeper, 'data' | 'importGames'>;
  now: () => Date;
}): (settings: { autoImport: boolean; futuresTrading: boolean }) => Promise<void> {
  const triedAt = new Map<string, number>();
  return async (settings) => {
    if (!settings.autoImport) return;
    const at = now();
    for (const [id, tried] of triedAt) if (at.getTime() - tried > TRY_AGAIN_AFTER_MS) triedAt.delete(id);
    const { games } = await feed.data();
    const chosen = games
      .filter((game) => game.league.isTopLeague && isImportable(game, at) && !triedAt.has(game.id))
      .filter((game) => settings.futuresTrading || !isFarAhead(new Date(game.startsAt), at))
      .slice(0, AT_MOST);
    if (chosen.length === 0) return;
    for (const { id } of chosen) triedAt.set(id, at.getTime());
    await feed.importGames(
      chosen.map(({ id }) => id),
      SYSTEM,
    );
  };
}

/** Judges by the catalogue, which may be a minute old. */
export function isImportable(game: WireGame, now: Date): boolean {
  return (
    game.state === 'Prematch' && game.status === 'Active' && !game.imported && new Date(game.startsAt) > now
  );
}

import type { SkipReason, WireImportResult } from '@tallystone/core/http-api/azuro';
import { type Message, say } from '@tallystone/core/sentences/say';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import type { Db } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import { HttpError } from '../http/http-error.ts';
import { chunksOf } from '../rounds/chunks-of.ts';
import { groupBy } from '../rounds/group-by.ts';
import { getSettings } from '../settings/get-settings.ts';
import { type AzuroFeed, type FeedCondition, type FeedGame, FeedUnavailable } from './azuro-feed.ts';
import { decideImport, type ImportDecision } from './decide-import.ts';
import { marketsOfGames, takeImportTurn } from './import-store.ts';
import { type NewFeedMarket, openFeedMarkets } from './open-feed-markets.ts';
import type { OutcomeNames } from './outcome-names.ts';

/** Most games in one call of the feed. */
const CHUNK = 50;

/**
 * Opens one market for each game, from the feed's current data. Skips a game that already has a market or can't have
 * one, and says why. Importing the same games again changes nothing.
 *
 * @throws HttpError `feed-unavailable`, with nothing imported
 * @see docs/design/feed.md#import
 */
export async function importGames(
  { db, feed, names, mode }: { db: Db; feed: AzuroFeed; names: OutcomeNames; mode: 'demo' | 'live' },
  { gameIds, actor, now }: { gameIds: readonly string[]; actor: Actor; now: () => Date },
): Promise<WireImportResult> {
  // In id order, which is the order of all locks.
  const ids = [...new Set(gameIds)].sort();
  const known = await marketsOfGames(db, ids);
  const read = await readGames(
    feed,
    ids.filter((id) => !known.has(id)),
    now,
  );

  return transaction(db, async (tx) => {
    await takeImportTurn(tx);
    const settings = await getSettings(tx, mode);
    const { futuresTrading: futures } = settings;
    const taken = await marketsOfGames(tx, ids);
    const decisions = new Map(
      ids.map((id): [string, ImportDecision] => {
        if (taken.has(id)) return [id, { kind: 'skip', reason: 'already_imported' }];
        const found = read.get(id);
        if (found === undefined) return [id, { kind: 'skip', reason: 'not_found' }];
        if (found.isTwice) return [id, { kind: 'skip', reason: 'bad_data' }];
        return [id, decideImport({ ...found, names }, { readAt: found.readAt, now: now(), futures })];
      }),
    );
    const chosen = [...decisions.values()].flatMap((each) => (each.kind === 'import' ? [each.market] : []));
    const opened = await openFeedMarkets(tx, withoutSharedConditions(chosen), settings);

    const results = ids.map((gameId) => {
      const decision = decisions.get(gameId);
      const marketId = opened.get(gameId);
      const title = read.get(gameId)?.game.title;
      return {
        gameId,
        ...(title !== undefined && { title }),
        ...(marketId !== undefined && { marketId }),
        // Another game's market already has its condition.
        ...(marketId === undefined && {
          reason: decision?.kind === 'skip' ? decision.reason : ('bad_data' as const),
        }),
      };
    });
    const skipped = countReasons(results.flatMap(({ reason }) => (reason === undefined ? [] : [reason])));
    if (opened.size > 0 || actor.kind !== 'system') {
      await recordAudit(tx, {
        actor,
        action: 'azuro.import',
        subject: 'azuro',
        before: null,
        after: { imported: [...opened.values()], skipped: Object.fromEntries(skipped) },
      });
    }
    const message = messageOf(opened.size, skipped);
    return {
      imported: opened.size,
      skipped: ids.length - opened.size,
      message: message.sentence,
      messageReason: message.reason,
      results,
    };
  });
}

interface ReadGame {
  readonly game: FeedGame;
  readonly conditions: readonly FeedCondition[];
  readonly readAt: Date;
  /** The feed lists it twice, so neither entry can be trusted. */
  readonly isTwice: boolean;
}

/** Reads the games from the feed, by id. Leaves out games it doesn't know. */
async function readGames(
  feed: AzuroFeed,
  ids: readonly string[],
  now: () => Date,
): Promise<Map<string, ReadGame>> {
  const read = new Map<string, ReadGame>();
  try {
    for (const chunk of chunksOf(ids, CHUNK)) {
      // Taken before the call, so that odds never count as younger than they are.
      const readAt = now();
      const [games, conditions] = await Promise.all([
        feed.gamesByIds(chunk),
        feed.conditionsByGameIds(chunk),
      ]);
      for (const game of games) {
        if (!chunk.includes(game.id)) continue;
        const own = conditions.filter(({ gameId }) => gameId === game.id);
        read.set(game.id, { game, conditions: own, readAt, isTwice: read.has(game.id) });
      }
    }
  } catch (error) {
    if (!(error instanceof FeedUnavailable)) throw error;
    throw new HttpError('feed-unavailable', say('no-game-imported'), {
      retryAfterSeconds: 60,
      cause: error,
    });
  }
  return read;
}

/** Keeps one market per condition. If several games claim the same condition, all of them are dropped. */
const withoutSharedConditions = (markets: readonly NewFeedMarket[]): NewFeedMarket[] =>
  [...groupBy(markets, ({ conditionId }) => conditionId).values()]
    .filter(({ length }) => length === 1)
    .flat();

function countReasons(reasons: readonly SkipReason[]): Map<SkipReason, number> {
  const counts = new Map<SkipReason, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return counts;
}

function messageOf(imported: number, skipped: ReadonlyMap<SkipReason, number>): Message {
  const done = imported === 1 ? say('imported-one-game') : say('imported-games', { count: imported });
  const list = [...skipped].map(([reason, count]) => say(`skipped-${reason}`, { count }));
  const total = [...skipped.values()].reduce((sum, count) => sum + count, 0);
  return total === 0 ? say('import-done', { done }) : say('import-skipped', { done, count: total, list });
}

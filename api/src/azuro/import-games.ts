import type { SkipReason, WireImportResult } from '@tallystone/core/http-api/azuro';
import { MARKET_GROUPS, type MarketGroup } from '@tallystone/core/http-api/market-group';
import { type Message, say } from '@tallystone/core/sentences/say';
import { importedGroups } from '@tallystone/core/settings/import-settings';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import type { Db } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import { HttpError } from '../http/http-error.ts';
import { chunksOf } from '../rounds/chunks-of.ts';
import { groupBy } from '../rounds/group-by.ts';
import { getSettings } from '../settings/get-settings.ts';
import { type AzuroFeed, type FeedCondition, type FeedGame, FeedUnavailable } from './azuro-feed.ts';
import { decideImport, type ImportDecision } from './decide-import.ts';
import { lockImported, questionsOn, takeImportTurn, takesSeveralWinners } from './import-store.ts';
import { knownKey, singleName } from './offered-markets.ts';
import { type NewFeedMarket, openFeedMarkets } from './open-feed-markets.ts';
import type { OutcomeNames } from './outcome-names.ts';

type ImportResult = WireImportResult['results'][number];

/** Most games in one call of the feed. */
const CHUNK = 50;

/**
 * Opens the markets of each game from the feed's current data. Skips a game that can't have any or has all of them, and says
 * why; names the conditions that it leaves out. Importing the same games again opens what the feed has added since. If the
 * system does so, whatever an admin has deleted stays deleted, and a game whose main market an admin has paused or archived stays
 * as it is.
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
  const read = await readGames(feed, ids, now);

  return transaction(db, async (tx) => {
    await takeImportTurn(tx);
    const settings = await getSettings(tx, mode);
    const at = {
      futures: settings.futuresTrading,
      groups: importedGroups(settings),
      several: await takesSeveralWinners(tx, mode),
    };
    const inPlay = settings.inPlay && at.several;
    const isAutomatic = actor.kind === 'system';
    const stored = await lockImported(tx, ids, { deletedToo: isAutomatic });
    const asked = await questionsOn(
      tx,
      [...read.values()].flatMap(({ conditions }) => conditions.map(({ id }) => id)),
      { deletedToo: isAutomatic },
    );
    const decide = (id: string): ImportDecision => {
      const [found, known] = [read.get(id), stored.get(id)];
      if (known !== undefined && (known.mainId === null || known.isOver || (isAutomatic && known.isPaused)))
        return { kind: 'skip', reason: 'already_imported' };
      if (found === undefined) return { kind: 'skip', reason: 'not_found' };
      if (found.isTwice) return { kind: 'skip', reason: 'bad_data' };
      return decideImport(
        { ...found, names },
        {
          ...at,
          inPlay,
          readAt: found.readAt,
          now: now(),
          hasMain: known !== undefined,
          known: new Set(asked.filter(({ gameId }) => gameId === id).map(knownKey)),
          taken: new Set(asked.filter(({ gameId }) => gameId !== id).map(({ conditionId }) => conditionId)),
        },
      );
    };
    const decisions = new Map(ids.map((id) => [id, decide(id)]));
    const chosen = [...decisions.values()].flatMap((each) => (each.kind === 'import' ? each.markets : []));
    const { fresh, shared } = withoutShared(chosen, { hasMain: (id) => stored.has(id) });
    const opened = groupBy(await openFeedMarkets(tx, fresh, settings), ({ game }) => game.id);

    const results = ids.map((gameId): ImportResult => {
      const title = read.get(gameId)?.game.title;
      const decision = decisions.get(gameId);
      const markets = opened.get(gameId) ?? [];
      const known = { gameId, ...(title !== undefined && { title }) };
      if (decision?.kind !== 'import' || markets.length === 0)
        return { ...known, reason: skipReasonOf(decision, { hasMain: stored.has(gameId) }) };
      const marketId = stored.get(gameId)?.mainId ?? markets.find(({ isMain }) => isMain)?.id;
      return {
        ...known,
        ...(marketId !== undefined && { marketId }),
        markets: countGroups(markets),
        dropped: [
          ...decision.dropped.map(({ marketName, reason }) => ({ marketName, reason })),
          ...shared
            .filter(({ game }) => game.id === gameId)
            .map((market) => ({ marketName: sharedName(market), reason: 'taken' as const })),
        ],
      };
    });
    const skipped = countReasons(results.flatMap(({ reason }) => (reason === undefined ? [] : [reason])));
    const marketIds = [...opened.values()].flat().map(({ id }) => id);
    if (marketIds.length > 0 || actor.kind !== 'system') {
      await recordAudit(tx, {
        actor,
        action: 'azuro.import',
        subject: 'azuro',
        before: null,
        after: { imported: marketIds, skipped: Object.fromEntries(skipped) },
      });
    }
    const message = messageOf(marketIds.length, skipped);
    return {
      imported: marketIds.length,
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

/**
 * Takes out the markets whose condition several games claim: none of them gets it, and a game whose main market is among them
 * gets no markets at all.
 */
function withoutShared(
  chosen: readonly NewFeedMarket[],
  { hasMain }: { hasMain: (gameId: string) => boolean },
): { fresh: NewFeedMarket[]; shared: NewFeedMarket[] } {
  const byCondition = groupBy(chosen, ({ conditionId }) => conditionId);
  const isLone = ({ conditionId }: NewFeedMarket) =>
    new Set(byCondition.get(conditionId)?.map(({ game }) => game.id)).size === 1;
  const lone = chosen.filter(isLone);
  const withMain = new Set(lone.flatMap(({ isMain, game }) => (isMain ? game.id : [])));
  return {
    fresh: lone.filter(({ game: { id } }) => hasMain(id) || withMain.has(id)),
    shared: chosen.filter((market) => !isLone(market)),
  };
}

function sharedName({ name, line, ofOutcome, outcomes: [first] }: NewFeedMarket): string {
  if (ofOutcome !== null) return singleName(name, first?.name ?? ofOutcome);
  return line === null ? name : `${name} ${line}`;
}

/** Why no market of a game was opened. */
function skipReasonOf(decision: ImportDecision | undefined, { hasMain }: { hasMain: boolean }): SkipReason {
  if (hasMain) return 'already_imported';
  // If the game could be imported, other games claim its condition.
  return decision?.kind === 'skip' ? decision.reason : 'bad_data';
}

/** In the order of the groups. */
function countGroups(markets: readonly NewFeedMarket[]): { group: MarketGroup; count: number }[] {
  const counts = groupBy(markets, ({ group }) => group);
  return MARKET_GROUPS.flatMap((group) => {
    const count = counts.get(group)?.length ?? 0;
    return count === 0 ? [] : [{ group, count }];
  });
}

function countReasons(reasons: readonly SkipReason[]): Map<SkipReason, number> {
  const counts = new Map<SkipReason, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return counts;
}

function messageOf(imported: number, skipped: ReadonlyMap<SkipReason, number>): Message {
  const done = imported === 1 ? say('imported-one-market') : say('imported-markets', { count: imported });
  const list = [...skipped].map(([reason, count]) => say(`skipped-${reason}`, { count }));
  const total = [...skipped.values()].reduce((sum, count) => sum + count, 0);
  return total === 0 ? say('import-done', { done }) : say('import-skipped', { done, count: total, list });
}

import type { WireAzuroData } from '@tallystone/core/http-api/azuro';
import { say } from '@tallystone/core/sentences/say';
import { importedGroups } from '@tallystone/core/settings/import-settings';
import type { Database } from '../db/open-database.ts';
import { HttpError } from '../http/http-error.ts';
import { type Repeated, repeat } from '../rounds/repeat.ts';
import { getSettings } from '../settings/get-settings.ts';
import { SETTINGS_CHANGES } from '../settings/settings-changes.ts';
import { autoImport } from './auto-import.ts';
import { type AzuroFeed, FeedUnavailable } from './azuro-feed.ts';
import { createCatalogue } from './catalogue.ts';
import type { DropLog } from './drop-log.ts';
import type { FeedKeeper } from './feed-keeper.ts';
import { type FeedFollower, followFeed } from './follow-feed.ts';
import { importGames } from './import-games.ts';
import { mainMarketsOf, takesSeveralWinners } from './import-store.ts';
import { openInPlay } from './open-in-play.ts';
import { loadOutcomeNames } from './outcome-names.ts';

const SYNC_EVERY_MS = 60_000;

/**
 * Reads, imports and follows the games of a feed, for one process. If the feed is down, calls that need it fail, and
 * the next round tries again.
 *
 * @param feed the keeper closes it when it stops
 * @param onError called with errors that no caller awaits, except those of the feed
 */
export function openFeedKeeper({
  database,
  feed,
  drops,
  mode,
  source,
  onError,
  now = () => new Date(),
}: {
  database: Database;
  feed: AzuroFeed;
  drops: DropLog;
  mode: 'demo' | 'live';
  source: WireAzuroData['source'];
  onError: (error: unknown) => void;
  now?: () => Date;
}): FeedKeeper {
  const { db } = database;
  const catalogue = createCatalogue({ feed, drops, now, takesSeveral: () => takesSeveralWinners(db, mode) });
  let follower: FeedFollower | null = null;
  let rounds: Repeated[] = [];
  let stopListening: (() => Promise<void>) | null = null;
  let imports: Promise<unknown> = Promise.resolve();
  let starting: Promise<void> = Promise.resolve();

  const report = (error: unknown) => {
    if (!isOfFeed(error)) onError(error);
  };

  async function start(): Promise<void> {
    const settings = () => getSettings(db, mode);
    /** The settings that are in force here; null if they have to be read again. */
    let followed: Awaited<ReturnType<typeof settings>> | null = await settings();
    const importNew = autoImport({ db, feed: keeper, now });
    const importing = repeat({
      everyMs: null,
      work: async () => importNew(await settings()),
      onError: report,
    });
    const syncing = repeat({
      everyMs: SYNC_EVERY_MS,
      async work() {
        await catalogue.sync();
        await importing.now();
      },
      onError: report,
    });
    rounds = [syncing, importing];
    const following = followFeed({
      db,
      feed,
      drops,
      areOddsWanted: async () => (await settings()).realTimePrices,
      goInPlay: () => openInPlay(db, mode),
      now,
      onError: report,
    });
    follower = following;
    const looking = repeat({
      everyMs: null,
      async work() {
        const before = followed;
        followed = await settings();
        const { autoImport, realTimePrices, inPlay } = followed;
        if (inPlay !== before?.inPlay) {
          void following.sweep();
          // Only a price opens betting again.
          if (inPlay) void following.readAll();
        }
        if (autoImport === before?.autoImport && realTimePrices === before.realTimePrices) return;
        void following.renew();
        void importing.now();
      },
      onError: report,
    });
    rounds.push(looking);
    stopListening = await database.messenger.subscribe(SETTINGS_CHANGES, {
      onMessage() {
        followed = null;
        looking.wake();
      },
      onGap: looking.wake,
      onLost: report,
    });
    await Promise.all([following.renew(), syncing.now()]);
  }

  const keeper: FeedKeeper = {
    async data() {
      const ids = catalogue.games().map(({ id }) => id);
      const imported = await mainMarketsOf(db, ids);
      const groups = importedGroups(await getSettings(db, mode));
      return catalogue.data({ imported: new Set(imported.keys()), groups }, source);
    },

    async sync() {
      try {
        feed.probe();
        const { syncedAt, games } = await catalogue.sync();
        return { syncedAt: syncedAt.toISOString(), games };
      } catch (error) {
        if (!(error instanceof FeedUnavailable)) throw error;
        throw new HttpError('feed-unavailable', say('games-as-before'), {
          retryAfterSeconds: 60,
          cause: error,
        });
      }
    },

    importGames(gameIds, actor) {
      // One after the other, because concurrent imports wait for each other and would occupy database connections.
      const result = imports.then(async () => {
        const names = await loadOutcomeNames();
        const imported = await importGames({ db, feed, names, mode }, { gameIds, actor, now });
        if (imported.imported > 0) {
          // Some may run already.
          await openInPlay(db, mode);
          void follower?.renew();
        }
        return imported;
      });
      imports = result.catch(() => undefined);
      return result;
    },

    confirm: async (conditionIds) => follower?.confirm(conditionIds),
    resultsOf: (gameIds) => feed.resultsOf(gameIds),
    silentMs: feed.silentMs,

    start() {
      starting = start().catch(report);
      return starting;
    },

    async stop() {
      // Calls that still wait for the feed fail.
      feed.close();
      await starting;
      await stopListening?.();
      await Promise.all([follower?.stop(), imports, ...rounds.map((each) => each.stop())]);
    },
  };
  return keeper;
}

function isOfFeed(error: unknown): boolean {
  return (
    error instanceof FeedUnavailable || (error instanceof HttpError && error.code === 'feed-unavailable')
  );
}

import type { WireAzuroData } from '@tallystone/core/http-api/azuro';
import { say } from '@tallystone/core/sentences/say';
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
import { marketsOfGames } from './import-store.ts';
import { loadOutcomeNames } from './outcome-names.ts';

const SYNC_EVERY_MS = 60_000;

/**
 * Reads, imports and follows games of a feed, for one process. A feed that is down stops nothing: what needs it
 * says so, and the next round tries again.
 *
 * @param feed closed with the keeper
 * @param onError hears of what nobody waits for and the feed is not to blame for
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
  const catalogue = createCatalogue({ feed, drops, now });
  let follower: FeedFollower | null = null;
  let rounds: Repeated[] = [];
  let stopListening: (() => Promise<void>) | null = null;
  let imports: Promise<unknown> = Promise.resolve();
  let starting: Promise<void> = Promise.resolve();

  const tell = (error: unknown) => {
    if (!isOfFeed(error)) onError(error);
  };

  async function start(): Promise<void> {
    const settings = () => getSettings(db, mode);
    const importNew = autoImport({ feed: keeper, now });
    const importing = repeat({
      everyMs: null,
      work: async () => importNew(await settings()),
      onError: tell,
    });
    const syncing = repeat({
      everyMs: SYNC_EVERY_MS,
      async work() {
        await catalogue.sync();
        await importing.now();
      },
      onError: tell,
    });
    rounds = [syncing, importing];
    const followed = followFeed({
      db,
      feed,
      drops,
      areOddsWanted: async () => (await settings()).realTimePrices,
      now,
      onError: tell,
    });
    follower = followed;
    const heed = () => {
      followed.renew().catch(tell);
      void importing.now();
    };
    stopListening = await database.listen(SETTINGS_CHANGES, { onMessage: heed, onGap: heed, onLost: tell });
    await Promise.all([followed.renew(), syncing.now()]);
  }

  const keeper: FeedKeeper = {
    async data() {
      const ids = catalogue.games().map(({ id }) => id);
      const imported = await marketsOfGames(db, ids);
      return catalogue.data(new Set(imported.keys()), source);
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
      // One after the other: imports of the same games wait for each other, and would hold connections meanwhile.
      const result = imports.then(async () => {
        const names = await loadOutcomeNames();
        const imported = await importGames({ db, feed, names, mode }, { gameIds, actor, now });
        if (imported.imported > 0) follower?.renew().catch(tell);
        return imported;
      });
      imports = result.catch(() => undefined);
      return result;
    },

    resultsOf: (gameIds) => feed.resultsOf(gameIds),

    start() {
      starting = start().catch(tell);
      return starting;
    },

    async stop() {
      // What waits for the feed hears that there is nothing more to come.
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

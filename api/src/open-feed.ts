import { importSoon, topUpGames } from './azuro/auto-import.ts';
import { createDropLog } from './azuro/drop-log.ts';
import type { FeedKeeper } from './azuro/feed-keeper.ts';
import { openAzuroFeed } from './azuro/open-azuro-feed.ts';
import { openFeedKeeper } from './azuro/open-feed-keeper.ts';
import type { Season } from './azuro/stand-in/stand-in-feed.ts';
import type { StandIn } from './azuro/stand-in/start-stand-in.ts';
import type { Config } from './config.ts';
import type { Database } from './db/open-database.ts';
import type { FailureLog } from './http/failure-log.ts';
import { oneAtATime } from './rounds/one-at-a-time.ts';

export interface Feed {
  readonly keeper: FeedKeeper;
  /** For a demo: imports games until a dozen are open. Starts a new season of the demo's own feed if needed. */
  topUp(): Promise<void>;
  /** For a demo: imports games that run or start in a few minutes. */
  importSoon(): Promise<void>;
  stop(): Promise<void>;
}

/** Opens the feed of sports markets: Azuro's, or the stand-in that a demo runs on a port of this machine. */
export async function openFeed({
  config,
  database,
  failures,
}: {
  config: Config;
  database: Database;
  failures: FailureLog;
}): Promise<Feed> {
  const { db } = database;
  const drops = createDropLog(() => new Date());
  const demo = config.feed === 'demo-feed' ? await startDemoFeed(database) : null;
  const keeper = openFeedKeeper({
    database,
    feed: openAzuroFeed({
      apiUrl: demo?.apiUrl ?? config.azuroApiUrl,
      wsUrl: demo?.wsUrl ?? config.azuroWsUrl,
      drops,
    }),
    drops,
    mode: config.mode,
    source: config.feed,
    onError: (error) => failures.report({ what: 'the feed could not be followed', error }),
  });
  let isStopped = false;
  const topUp = oneAtATime(async () => {
    if (isStopped) return;
    try {
      if (await demo?.switchSeason()) await keeper.sync();
      await topUpGames(db, { feed: keeper, now: () => new Date() });
    } catch (error) {
      // A stopped keeper breaks off what it reads, and nothing is wrong.
      if (!isStopped) throw error;
    }
  });

  const soon = importSoon({ db, feed: keeper, now: () => new Date() });

  return {
    keeper,
    topUp,
    // Only the demo's own games are always about to start.
    importSoon: async () => (demo === null || isStopped ? undefined : soon()),
    async stop() {
      isStopped = true;
      await keeper.stop();
      // A running top-up ends once the keeper has stopped. If it failed before, its caller gets that error.
      await topUp().catch(() => undefined);
      await demo?.stop();
    },
  };
}

/** Runs a stand-in with the season that all processes on the database share, and moves to the next one with them. */
async function startDemoFeed({ db }: Database) {
  // Imported here because only a demo needs it, and it refuses to run if NODE_ENV is production.
  const [{ startStandIn }, { listEarlierSeasons, requireSeason }] = await Promise.all([
    import('./azuro/stand-in/start-stand-in.ts'),
    import('./azuro/stand-in/season.ts'),
  ]);
  let season = await requireSeason(db, new Date());
  const play = async (season: Season, port: number): Promise<StandIn> =>
    startStandIn({
      season,
      earlier: await listEarlierSeasons(db, season),
      drift: true,
      rolling: true,
      port,
    });
  let standIn = await play(season, 0);
  const { apiUrl, wsUrl } = standIn;
  return {
    apiUrl,
    wsUrl,
    /** Moves to the next season once the current one has too few games left. @returns whether it did */
    async switchSeason(): Promise<boolean> {
      const current = await requireSeason(db, new Date());
      if (current.number === season.number) return false;
      await standIn.close();
      // At the same address, so that clients reconnect.
      standIn = await play(current, Number(new URL(apiUrl).port));
      // Set last: if another program took the port, the next round tries again.
      season = current;
      return true;
    },
    stop: () => standIn.close(),
  };
}

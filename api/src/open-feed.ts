import { createDropLog } from './azuro/drop-log.ts';
import type { FeedKeeper } from './azuro/feed-keeper.ts';
import { openAzuroFeed } from './azuro/open-azuro-feed.ts';
import { openFeedKeeper } from './azuro/open-feed-keeper.ts';
import type { Season } from './azuro/stand-in/stand-in-feed.ts';
import type { StandIn } from './azuro/stand-in/start-stand-in.ts';
import { topUpGames } from './azuro/top-up-games.ts';
import type { Config } from './config.ts';
import type { Database } from './db/open-database.ts';
import type { FailureLog } from './http/failure-log.ts';
import { oneAtATime } from './rounds/one-at-a-time.ts';

export interface Feed {
  readonly keeper: FeedKeeper;
  /** For a demo: imports games until a dozen are open, of a new season of the feed that it plays itself where need be. */
  topUp(): Promise<void>;
  stop(): Promise<void>;
}

/** Opens what sports markets come from: Azuro, or the feed that a demo plays itself on a port of this machine. */
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
  const demo = config.feed === 'demo-feed' ? await playFeed(database) : null;
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
    if (await demo?.heedSeason()) await keeper.sync();
    await topUpGames(db, { feed: keeper, now: () => new Date() });
  });

  return {
    keeper,
    topUp,
    async stop() {
      isStopped = true;
      await keeper.stop();
      // What it was at fails now that the keeper has stopped, and was told to whoever began it.
      await topUp().catch(() => undefined);
      await demo?.stop();
    },
  };
}

/** Plays the season that all processes on the database play, and goes over to the next one with them. */
async function playFeed({ db }: Database) {
  // Only a demo needs it, and where NODE_ENV is production it refuses to run.
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
      port,
    });
  let standIn = await play(season, 0);
  const { apiUrl, wsUrl } = standIn;
  return {
    apiUrl,
    wsUrl,
    /** Begins the next season when this one has too few games left. @returns whether there is a new one */
    async heedSeason(): Promise<boolean> {
      const current = await requireSeason(db, new Date());
      if (current.number === season.number) return false;
      await standIn.close();
      // At the same address: whoever follows it comes back by itself.
      standIn = await play(current, Number(new URL(apiUrl).port));
      // Not before: where the address was taken meanwhile, the next round tries again.
      season = current;
      return true;
    },
    stop: () => standIn.close(),
  };
}

import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { col, rows } from '../../db/rows.ts';
import { type Season, StandInFeed } from './stand-in-feed.ts';

/** With fewer upcoming games a demo has too little to show: it needs a dozen, and two can't be imported. */
const ENOUGH_GAMES = 14;
/** Longer than until the end of a season's last game. */
const SEASON_LASTS = '14 days';
const NAME = 'demo-season-';

/**
 * The season that all processes of a demo play: the latest one, or a new one that begins now if the latest has too few
 * games left.
 */
export async function requireSeason(db: Db, now: Date): Promise<Season> {
  const latest = await getLatestSeason(db);
  if (latest !== null && !isSpent(latest, now)) return latest;
  const number = latest === null ? 0 : latest.number + 1;
  // If two processes begin it at once, the first one sets when it began.
  await db.execute(
    sql`insert into last_runs (name, ran_at) values (${NAME + number}, ${now.toISOString()}::timestamptz)
      on conflict do nothing`,
  );
  const begun = await getLatestSeason(db);
  if (begun === null) throw new Error('expected a season that has begun');
  return begun;
}

/** Whether a season has too few upcoming games left. */
export function isSpent(season: Season, now: Date): boolean {
  const feed = new StandInFeed({ season, drift: false, gamesOnly: true });
  feed.advance(now.getTime());
  const waiting = [...feed.games.values()].filter(
    (game) => game.state === 'Prematch' && game.startsAt * 1_000 > now.getTime(),
  );
  return waiting.length < ENOUGH_GAMES;
}

/** Earlier seasons whose last games are yet to be played or ended recently. */
export async function listEarlierSeasons(db: Db, { number }: Season): Promise<Season[]> {
  const seasons = await listSeasons(db, sql`and ran_at > clock_timestamp() - ${SEASON_LASTS}::interval`);
  return seasons.filter((each) => each.number < number);
}

async function getLatestSeason(db: Db): Promise<Season | null> {
  const [latest] = await listSeasons(db, sql``);
  return latest ?? null;
}

/** Latest first. */
async function listSeasons(db: Db, condition: SQL): Promise<Season[]> {
  const found = await rows(
    db,
    { number: col.number, beganAt: col.whole },
    sql`select substr(name, ${NAME.length + 1}::int)::int as number,
        (extract(epoch from ran_at) * 1000)::bigint::text as began_at
      from last_runs where name like ${`${NAME}%`} ${condition} order by 1 desc`,
  );
  return found.map(({ number, beganAt }) => ({ number, beganAt: new Date(beganAt) }));
}

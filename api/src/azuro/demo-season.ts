import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { rows } from '../db/rows.ts';
import type { Season } from './stand-in/stand-in-feed.ts';

const NAME = 'demo-season:';

/** The season that the demo feed of every process on this database plays; the first one begins when it is first asked for. */
export async function currentSeason(db: Db): Promise<Season> {
  return (await latestSeason(db)) ?? (await beginSeason(db, 0));
}

/** Begins the season after this one, unless another process has done so. Its games are new ones. */
export async function nextSeason(db: Db, { number }: Season): Promise<Season> {
  return beginSeason(db, number + 1);
}

async function beginSeason(db: Db, number: number): Promise<Season> {
  await db.execute(sql`
    insert into last_runs (name, ran_at) values (${NAME + number}, date_trunc('seconds', clock_timestamp()))
    on conflict (name) do nothing`);
  const begun = await latestSeason(db);
  if (begun === null) throw new Error('expected the season that was begun');
  return begun;
}

async function latestSeason(db: Db): Promise<Season | null> {
  const [row] = await rows<{ number: number; began_at: string }>(
    db,
    sql`
      select substr(name, ${NAME.length + 1})::int as number, ran_at as began_at from last_runs
      where name like ${`${NAME}%`} order by 1 desc limit 1`,
  );
  return row === undefined ? null : { number: row.number, beganAt: new Date(row.began_at) };
}

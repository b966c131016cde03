import { isOfOneServer } from '@tallystone/core/stream-position';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { isEpochDue, lowestEpoch, moveEpochs } from '../db/epochs.ts';
import { col, row } from '../db/rows.ts';
import type { Changes } from '../realtime/market-board.ts';
import { isWrittenSince, type Position, positionNow } from '../realtime/position.ts';

/**
 * Whether something would be found again. Without that the epoch needs no end, and an idle server writes nothing. A balance changes
 * with an entry, and epochs are moments in milliseconds: accounts have no index of epochs.
 */
const hasNews = sql`
  exists (select from markets m where m.epoch >= ${lowestEpoch})
  or exists (select from user_limits l where l.epoch >= ${lowestEpoch})
  or exists (
    select from entries e where e.id = (select max(l.id) from entries l)
      and extract(epoch from e.recorded_at) * 1000 >= ${lowestEpoch})`;

const CHANGED = col.object({ id: col.text, version: col.whole, isMain: col.bool, isOver: col.bool });

/**
 * Reads which markets changed since a position, and the current position; for null only the position.
 *
 * Each market has the epoch in which it changed last. Reading starts from the lowest epoch that was open at the last reading, so
 * no change is missed. A market may be found again until its epoch ends. Load the markets only after this.
 *
 * If another database server has taken over since, it may lack what was read before, so the changes aren't known.
 */
export async function readChanges(db: Db, since: Position | null): Promise<Changes> {
  const changed =
    since === null
      ? sql`null::json`
      : sql`(
          select json_agg(json_build_object(
            'id', m.id, 'version', m.version, 'isMain', m.is_main, 'isOver', m.state in ('settled', 'void')))
          from markets m where ${isWrittenSince(sql`m.epoch`, since)})`;
  const { position, markets, isDue } = await row(
    db,
    { position: col.bigint, markets: col.all(CHANGED), isDue: col.bool },
    sql`select ${positionNow} as position, ${changed} as markets, ${isEpochDue} and (${hasNews}) as is_due`,
  );
  // Reading goes on where nothing can be written: then the same changes are found again.
  if (isDue) await moveEpochs(db).catch(() => undefined);
  return { position, isContinued: since === null || isOfOneServer(since, position), markets };
}

import { isOfOneServer } from '@tallystone/core/stream-position';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, row } from '../db/rows.ts';
import type { Changes } from '../realtime/market-board.ts';
import { isWrittenSince, type Position, positionNow } from '../realtime/position.ts';

const CHANGED = col.object({ id: col.text, version: col.whole, isOver: col.bool });

/**
 * Reads which markets changed since a position, and the current position; for null only the position.
 *
 * Each market has the number of the transaction that changed it last. Reading starts from the lowest transaction that was
 * still running at the last reading, so no change is missed, in whatever order transactions commit, and none waits for
 * another. A market may be found again while an older transaction runs. Load the markets only after this.
 *
 * If another database server has taken over since, its numbers are different, so the changes aren't known.
 */
export async function readChanges(db: Db, since: Position | null): Promise<Changes> {
  const changed =
    since === null
      ? sql`null::json`
      : sql`(
          select json_agg(json_build_object(
            'id', m.id, 'version', m.version, 'isOver', m.state in ('settled', 'void')))
          from markets m where ${isWrittenSince(sql`m.changed_in`, since)})`;
  const { position, markets } = await row(
    db,
    { position: col.bigint, markets: col.all(CHANGED) },
    sql`select ${positionNow} as position, ${changed} as markets`,
  );
  return { position, isContinued: since === null || isOfOneServer(since, position), markets };
}

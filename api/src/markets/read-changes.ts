import { isOfOneServer } from '@tallystone/core/stream-position';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { col, row } from '../db/rows.ts';
import type { Changes } from '../realtime/market-board.ts';
import { isWrittenSince, type Position, positionNow } from '../realtime/position.ts';

const CHANGED = col.object({ id: col.text, version: col.whole, isOver: col.bool });

/**
 * Reads which markets changed since a position, and the position that this was read at; for null that alone.
 *
 * Each market names the transaction that changed it last. Read from the lowest transaction on that still ran at the
 * last reading, none is missed, whoever wrote it and in whichever order they ended. Nobody waits for anybody; a market
 * is found again while an older transaction runs. What is loaded of the markets must be read after this.
 *
 * Another database server may have taken over since. It has numbers of its own, so what changed is not known then.
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

import type { Db } from '@tallystone/api/db/db.ts';
import { col, rows } from '@tallystone/api/db/rows.ts';
import { transaction } from '@tallystone/api/db/transaction.ts';
import { recordLateStart } from '@tallystone/api/markets/late-starts.ts';
import { type SQL, sql } from 'drizzle-orm';

/**
 * Applies the feed's news that a market's game started earlier, as the server does: later bets are late.
 *
 * @param from the start, cut to milliseconds, the feed's precision
 * @param isClosed whether betting also ended then
 */
export async function beginEarlier(
  db: Db,
  { marketId, from, isClosed = false }: { marketId: string; from: SQL; isClosed?: boolean },
): Promise<void> {
  await transaction(db, async (tx) => {
    const [market] = await rows(
      tx,
      { began: col.text, version: col.text, game_id: col.text.orNull },
      sql`
        update markets m set late_from = date_trunc('milliseconds', ${from}),
          closes_at = ${isClosed ? sql`date_trunc('milliseconds', ${from})` : sql`closes_at`}, version = m.version + 1
        where m.id = ${marketId}
        returning late_from as began, version::text, game_id`,
    );
    if (market === undefined) throw new Error(`there is no market ${marketId}`);
    const said = { game: { state: 'Live' } };
    await recordLateStart(tx, {
      marketId,
      gameId: market.game_id,
      began: new Date(market.began),
      version: Number(market.version),
      said,
    });
  });
}

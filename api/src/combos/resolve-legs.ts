import type { LegResult } from '@tallystone/core/combos/combo-odds';
import { settleCombo } from '@tallystone/core/combos/settle-combo';
import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/db.ts';
import { readClock } from '../db/read-clock.ts';
import { col, rows } from '../db/rows.ts';
import { markets } from '../db/schema/markets.ts';
import { transaction } from '../db/transaction.ts';
import { isLate, isLateBy, type LateStart, selectLateStarts } from '../markets/late-starts.ts';
import {
  endCombos,
  insertLegResults,
  lockOpenCombos,
  type OpenLeg,
  selectOpenCombos,
  selectOpenLegs,
} from './combo-store.ts';

export { listMarketsWithLegs } from './combo-store.ts';

/**
 * Gives legs of an ended market their results, and pays the combos that end with them.
 *
 * @param chunk how many legs at most
 * @returns whether there may be more
 */
export function resolveLegs(
  db: Db,
  { marketId, chunk }: { marketId: string; chunk: number },
): Promise<boolean> {
  return transaction(
    db,
    async (tx) => {
      const winners = await winnersOf(tx, marketId);
      if (winners === null) return false;
      const starts = await selectLateStarts(tx, marketId);
      const legs = await selectOpenLegs(tx, { marketId, limit: chunk });
      await resolve(
        tx,
        legs.map((leg) => ({ leg, result: resultOf(leg, winners, starts) })),
      );
      return legs.length === chunk;
    },
    'combo',
  );
}

/** The results that the legs of open combos would get if their market ended so. */
export async function rehearseLegs(
  tx: Tx,
  { marketId, winners }: { marketId: string; winners: readonly string[] | 'void' },
): Promise<LegResult[]> {
  const legs = (await selectOpenLegs(tx, { marketId, limit: null })).filter(({ isDue }) => isDue);
  if (legs.length === 0) return [];
  const starts = await selectLateStarts(tx, marketId);
  return legs.map((leg) => resultOf(leg, winners, starts));
}

/**
 * Makes the legs void that were placed after their game had begun, as soon as the feed says so. In the transaction of a
 * caller who holds the market's lock.
 *
 * @param chunk how many legs at most
 * @returns whether there may be more
 */
export async function voidLateLegs(
  tx: Tx,
  { marketId, starts, chunk }: { marketId: string; starts: readonly LateStart[]; chunk: number },
): Promise<boolean> {
  const which = isLateBy(starts, { placedAt: sql`c.placed_at`, version: sql`l.market_version` });
  const legs = await selectOpenLegs(tx, { marketId, which, limit: chunk });
  await resolve(
    tx,
    legs.map((leg) => ({ leg, result: 'void' })),
  );
  return legs.length === chunk;
}

/** The ids that won, in a void market none of them; null while the market hasn't ended. */
async function winnersOf(tx: Tx, marketId: string): Promise<readonly string[] | 'void' | null> {
  const [market] = await rows(
    tx,
    { state: col.oneOf(markets.state), won: col.text.orNull, alsoWon: col.list(col.text) },
    sql`
      select m.state, m.won_outcome_id as won, to_json(m.also_won) as also_won
      from markets m where m.id = ${marketId}`,
  );
  if (market?.state === 'void') return 'void';
  if (market?.state !== 'settled' || market.won === null) return null;
  return [market.won, ...market.alsoWon];
}

function resultOf(
  leg: OpenLeg,
  winners: readonly string[] | 'void',
  starts: readonly LateStart[],
): LegResult {
  if (winners === 'void' || isLate(starts, leg)) return 'void';
  return winners.includes(leg.outcomeId) ? 'won' : 'lost';
}

async function resolve(
  tx: Tx,
  results: readonly { readonly leg: OpenLeg; readonly result: LegResult }[],
): Promise<void> {
  if (results.length === 0) return;
  // Locked before the results are written, so that of two legs that end at once the second sees the first.
  const ids = [...new Set(results.map(({ leg }) => leg.comboId))];
  await lockOpenCombos(tx, ids);
  await insertLegResults(tx, results);
  const combos = await selectOpenCombos(tx, ids);
  const ended = combos.flatMap((combo) => {
    const end = settleCombo(combo);
    return end === null ? [] : [{ combo, ...end }];
  });
  await endCombos(tx, ended, await readClock(tx));
}

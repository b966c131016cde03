import { chainIdOf } from '@tallystone/core/escrow/chain-id-of';
import { SKIP_REASONS, type SkipReason } from '@tallystone/core/escrow/escrow-abi';
import { sql } from 'drizzle-orm';
import { failLiveBets } from '../betting/fail-live-bets.ts';
import type { Tx } from '../db/db.ts';
import { col, rows, values } from '../db/rows.ts';
import { isUnapplied } from '../markets/joined-to-chain.ts';
import { lockCursor } from './cursor-store.ts';

/** How many bets of a market are failed at a time: the market takes no bets meanwhile. */
const MOST = 200;

/**
 * Fails pending bets of one market whose stakes can no longer come: their acceptance expired before the time of a finalized
 * block, and no block up to it has the bet. The chain may have logged the reason. Leaves out markets with events that
 * couldn't be applied, because it isn't known yet which bets the chain took.
 *
 * @returns how many; 0 if none is left on any market
 */
export async function failOverdue(tx: Tx): Promise<number> {
  await lockCursor(tx);
  const overdue = await values(
    tx,
    col.text,
    sql`
      with overdue as (
        select l.id, l.market_id, l.seq from only live_bets l
        where l.state = 'pending' and l.accepted_until <= (select c.block_at from chain_cursor c)
          and not ${isUnapplied(sql`l.market_id`)}
      )
      select o.id from overdue o
      where o.market_id = (select f.market_id from overdue f order by f.seq limit 1)
      order by o.seq limit ${MOST}`,
  );
  if (overdue.length === 0) return 0;
  const reasons = await skippedBecause(tx, overdue);
  await failLiveBets(tx, {
    failed: overdue.map((id) => ({ betId: id, failure: reasons.get(id) ?? 'not-included' })),
  });
  return overdue.length;
}

/**
 * Why the contract skipped bets in our transactions, by id. Anyone can send the contract any bet and provoke any reason, so
 * only our own transactions count.
 */
async function skippedBecause(tx: Tx, ids: readonly string[]): Promise<Map<string, SkipReason>> {
  const byNumber = new Map<string, string>(ids.map((id) => [chainIdOf(id), id]));
  const skipped = await rows(
    tx,
    { bet: col.text, reason: col.number },
    sql`
      select e.args ->> 'betId' as bet, (e.args ->> 'reason')::int as reason from chain_events e
      join chain_transactions t on t.hash = e.tx_hash
      where e.name = 'BetSkipped'
        and e.args ->> 'betId' in (select json_array_elements_text(${JSON.stringify([...byNumber.keys()])}::json))
      order by e.block_number, e.log_index`,
  );
  const reasons = new Map<string, SkipReason>();
  for (const { bet, reason } of skipped) {
    const [id, name] = [byNumber.get(bet), SKIP_REASONS[reason]];
    if (id === undefined || name === undefined) continue;
    // The last reason counts, but a later one doesn't replace that the bettor withheld the stake.
    if (reasons.get(id) !== 'authorization-refused') reasons.set(id, name);
  }
  return reasons;
}

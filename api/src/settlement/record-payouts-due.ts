import { sql } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';
import { pinned, pinnedEpoch } from '../db/epochs.ts';
import { col, rows } from '../db/rows.ts';

/**
 * Records, bet by bet, that the contract has to pay what an entry of the books has just paid. Bets that it has paid already,
 * because anyone may trigger a payment there, are left as they are.
 *
 * @param key of the entry
 * @throws Error if the contract has paid another amount: the books and the chain contradict each other
 */
export async function recordPayoutsDue(tx: Tx, key: string): Promise<void> {
  await tx.execute(sql`
    with ${pinned()}
    insert into chain_payouts (bet_id, market_id, user_id, amount, epoch)
    select e.bet_id, e.market_id, e.user_id, e.amount, ${pinnedEpoch}
    from entries n join bet_endings e on e.entry_id = n.id
    where n.key = ${key}
    on conflict (bet_id) do nothing`);
  const [other] = await rows(
    tx,
    { betId: col.text, booked: col.text, paid: col.text },
    sql`
      select e.bet_id, e.amount::text as booked, p.amount::text as paid
      from entries n join bet_endings e on e.entry_id = n.id join chain_payouts p on p.bet_id = e.bet_id
      where n.key = ${key} and p.amount <> e.amount limit 1`,
  );
  if (other === undefined) return;
  throw new Error(`bet ${other.betId} is owed ${other.booked} and the contract has paid ${other.paid}`);
}

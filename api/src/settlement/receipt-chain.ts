import { chainIdOf } from '@tallystone/core/escrow/chain-id-of';
import type { WireReceiptChain } from '@tallystone/core/http-api/receipts';
import { sql } from 'drizzle-orm';
import { eventsOnChain } from '../betting/events-on-chain.ts';
import type { Tx } from '../db/db.ts';
import { col, rows } from '../db/rows.ts';

/**
 * Where the chain says of a live bet what its receipt says, with what `checkReceiptOnChain` of core needs: what the books
 * know of the bet, and in which blocks the contract spoke of it. Null for a bet of practice, and for one that is not final.
 */
export async function receiptChain(tx: Tx, betId: string): Promise<WireReceiptChain | null> {
  const [bet] = await rows(
    tx,
    { chainId: col.whole, escrow: col.hex, bettor: col.text, outcome: col.number },
    sql`
      select c.chain_id, c.escrow, u.address as bettor, o.position as outcome
      from live_bets l
      join users u on u.id = l.user_id
      join outcomes o on o.id = l.outcome_id
      cross join chain_cursor c
      where l.id = ${betId} and l.state = 'confirmed'`,
  );
  if (bet === undefined) return null;
  const events = await rows(
    tx,
    { name: col.text, txHash: col.hex, block: col.whole, logIndex: col.number },
    sql`
      select e.name, e.tx_hash, e.block_number as block, e.log_index
      from ${eventsOnChain} e where e.args ->> 'betId' = ${chainIdOf(betId)}`,
  );
  const logOf = (name: string) => {
    const event = events.find((each) => each.name === name);
    return event && { txHash: event.txHash, block: event.block, logIndex: event.logIndex };
  };
  const [placed, paid, setAside] = [logOf('BetPlaced'), logOf('BetPaid'), logOf('PayoutSetAside')];
  // It was confirmed by that very event, in one transaction with it.
  if (placed === undefined) throw new Error(`the event that confirmed ${betId} is missing`);
  return {
    ...bet,
    placed,
    // The contract does either, once.
    ...(paid !== undefined && { ended: { ...paid, kind: 'paid' as const } }),
    ...(setAside !== undefined && { ended: { ...setAside, kind: 'set-aside' as const } }),
  };
}

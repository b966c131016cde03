import { chainIdOf } from '@tallystone/core/escrow/chain-id-of';
import type { WireReceiptChain } from '@tallystone/core/http-api/receipts';
import { sql } from 'drizzle-orm';
import { eventsOnChain } from '../betting/events-on-chain.ts';
import type { Tx } from '../db/db.ts';
import { col, rows } from '../db/rows.ts';

/**
 * Where the chain confirms a live bet's receipt, with what `checkReceiptOnChain` of core needs: what the books know of the
 * bet, and the blocks with the contract's events about it. Null for a practice bet, and for a bet that is not final.
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
  // This event confirmed the bet, and both were stored in one transaction.
  if (placed === undefined) throw new Error(`the event that confirmed ${betId} is missing`);
  return {
    ...bet,
    placed,
    // The contract pays a bet or sets its payout aside, never both.
    ...(paid !== undefined && { ended: { ...paid, kind: 'paid' as const } }),
    ...(setAside !== undefined && { ended: { ...setAside, kind: 'set-aside' as const } }),
  };
}

import { chainIdOf } from '@tallystone/core/escrow/chain-id-of';
import type { WireReceiptChain } from '@tallystone/core/http-api';
import { sql } from 'drizzle-orm';
import { eventsOnChain } from '../betting/events-on-chain.ts';
import type { Tx } from '../db/db.ts';
import { rows } from '../db/rows.ts';

/**
 * Where the chain says of a live bet what its receipt says, with what `checkReceiptOnChain` of core needs: what the books
 * know of the bet, and in which blocks the contract spoke of it. Null for a bet of practice, and for one that is not final.
 */
export async function receiptChain(tx: Tx, betId: string): Promise<WireReceiptChain | null> {
  const [bet] = await rows<{ chain_id: string; escrow: string; bettor: string; outcome: number }>(
    tx,
    sql`
      select c.chain_id::text, encode(c.escrow, 'hex') as escrow, u.address as bettor, o.position as outcome
      from live_bets l
      join users u on u.id = l.user_id
      join outcomes o on o.id = l.outcome_id
      cross join chain_cursor c
      where l.id = ${betId} and l.state = 'confirmed'`,
  );
  if (bet === undefined) return null;
  const events = await rows<{ name: string; tx_hash: string; block: string; log_index: number }>(
    tx,
    sql`
      select e.name, encode(e.tx_hash, 'hex') as tx_hash, e.block_number::text as block, e.log_index
      from ${eventsOnChain} e where e.args ->> 'betId' = ${chainIdOf(betId)}`,
  );
  const logOf = (name: string) => {
    const event = events.find((each) => each.name === name);
    return event === undefined
      ? undefined
      : { txHash: `0x${event.tx_hash}`, block: Number(event.block), logIndex: event.log_index };
  };
  const [placed, paid, setAside] = [logOf('BetPlaced'), logOf('BetPaid'), logOf('PayoutSetAside')];
  // It was confirmed by that very event, in one transaction with it.
  if (placed === undefined) throw new Error(`the event that confirmed ${betId} is missing`);
  return {
    chainId: Number(bet.chain_id),
    escrow: `0x${bet.escrow}`,
    bettor: bet.bettor,
    outcome: bet.outcome,
    placed,
    // The contract does either, once.
    ...(paid !== undefined && { ended: { ...paid, kind: 'paid' as const } }),
    ...(setAside !== undefined && { ended: { ...setAside, kind: 'set-aside' as const } }),
  };
}

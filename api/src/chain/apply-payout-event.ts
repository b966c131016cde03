import { idOfChainId } from '@tallystone/core/escrow/chain-id-of';
import { sql } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';
import type { ChainLog } from './escrow-chain.ts';

type PayoutEventName = 'BetPaid' | 'PayoutSetAside' | 'SetAsideClaimed';
export type PayoutEvent = Extract<ChainLog, { name: PayoutEventName }>;

export function isPayoutEvent(log: ChainLog): log is PayoutEvent {
  return log.name === 'BetPaid' || log.name === 'PayoutSetAside' || log.name === 'SetAsideClaimed';
}

/**
 * Records which bet the contract has paid, even if a stranger asked it to or the books haven't settled the bet yet. The
 * money itself is recorded in chain_outflows.
 */
export async function applyPayoutEvent(tx: Tx, event: PayoutEvent): Promise<void> {
  const txHash = sql`decode(${event.txHash.slice(2)}, 'hex')`;
  const block = sql`${event.block.toString()}::bigint`;
  if (event.name === 'SetAsideClaimed') {
    // The contract pays everything that it has set aside for a wallet at once.
    await tx.execute(sql`
      update chain_payouts p set state = 'claimed', tx_hash = ${txHash}, block_number = ${block}
      from users u
      where p.user_id = u.id and p.state = 'set-aside' and u.family = 'evm'
        and u.address_bytes = decode(${event.args.bettor.slice(2)}, 'hex')`);
    return;
  }
  const betId = idOfChainId(event.args.betId.toLowerCase());
  const state = event.name === 'BetPaid' ? 'paid' : 'set-aside';
  await tx.execute(sql`
    insert into chain_payouts (bet_id, market_id, user_id, amount, state, tx_hash, block_number)
    select b.id, b.market_id, b.user_id, ${event.args.amount.toString()}::bigint, ${state}, ${txHash}, ${block}
    from bets b where b.id = ${betId}
    on conflict (bet_id) do update set state = excluded.state, tx_hash = excluded.tx_hash,
      block_number = excluded.block_number
    where chain_payouts.state in ('due', 'sent')`);
}

import { type SQL, sql } from 'drizzle-orm';

/**
 * The events of chain_events with their present places on the chain: events of replaced blocks are now in other blocks, in
 * the same transactions, see `rejoinChain`. Other tables refer to them by `kept_block` and `kept_index`.
 */
export const eventsOnChain = sql`(
  select coalesce(v.to_block, e.block_number) as block_number, coalesce(v.to_index, e.log_index) as log_index,
    coalesce(v.block_hash, e.block_hash) as block_hash, e.tx_hash, e.name,
    coalesce(v.args, e.args) as args, e.block_at,
    e.block_number as kept_block, e.log_index as kept_index
  from chain_events e
  left join chain_moved v on v.block_number = e.block_number and v.log_index = e.log_index)`;

/** The block that now has a transaction, if one of its events has moved; otherwise the block that was first read. */
export const blockNow = (txHash: SQL, firstBlock: SQL): SQL => sql`
  coalesce((
    select v.to_block from chain_events e
    join chain_moved v on v.block_number = e.block_number and v.log_index = e.log_index
    -- Evaluated once per query: usually nothing has ever moved, and a transaction can have a hundred events.
    where exists (select from chain_moved) and e.tx_hash = ${txHash} limit 1), ${firstBlock})`;

import type { PlacedBet } from '@tallystone/core/http-api';
import { sql } from 'drizzle-orm';

/**
 * Where live bets stand on the chain, in SQL and on the wire: the one place where it is derived. All of it speaks of a row
 * `l` of live_bets, which may be missing, and of what `withOnChain` joins.
 */
export const withOnChain = sql`
  left join chain_calls k on k.id = l.place_call_id
  left join chain_payouts p on p.bet_id = l.id and p.state in ('paid', 'claimed')`;

const finalBlock = sql`(select f.block_number from chain_cursor f)`;

export const onChainColumns = sql`
  l.state as live_state, l.failure, encode(l.tx_hash, 'hex') as tx_hash, l.block_number::text as block,
  k.state as call_state, ${finalBlock}::text as final_block, encode(p.tx_hash, 'hex') as payout_hash`;

/** The same as pairs of a JSON object. */
export const onChainPairs = sql`
  'live_state', l.state, 'failure', l.failure, 'tx_hash', encode(l.tx_hash, 'hex'), 'block', l.block_number::text,
  'call_state', k.state, 'final_block', ${finalBlock}::text, 'payout_hash', encode(p.tx_hash, 'hex')`;

/** The columns above as both engines give them. */
export interface OnChainRow {
  live_state: 'pending' | 'confirmed' | 'failed' | null;
  failure: string | null;
  tx_hash: string | null;
  block: string | null;
  call_state: string | null;
  final_block: string | null;
  payout_hash: string | null;
}

/** What its answer shows of where a live bet stands. */
export type OnChain = Pick<PlacedBet, 'txHash'> & { readonly chain: NonNullable<PlacedBet['chain']> };

/** Of one that was accepted this moment. */
export const JUST_ACCEPTED: OnChain = { chain: { state: 'waiting' } };

/** Null for a bet whose stake is in the books alone. */
export function onChain(row: OnChainRow): OnChain | null {
  const { live_state: state, failure, tx_hash: txHash, block, payout_hash: payoutHash } = row;
  if (state === null) return null;
  if (state === 'failed') return { chain: { state, ...(failure !== null && { failure }) } };
  if (block === null || txHash === null) {
    const isSent = row.call_state === 'sent' || row.call_state === 'included';
    return { chain: { state: isSent ? 'sent' : 'waiting' } };
  }
  const hash = { txHash: `0x${txHash}` };
  if (state === 'pending')
    return { ...hash, chain: { state: 'included', block: Number(block), ...blocksLeft(row) } };
  return {
    ...hash,
    chain: {
      state: 'final',
      block: Number(block),
      ...(payoutHash !== null && { payoutTxHash: `0x${payoutHash}` }),
    },
  };
}

/** About how many blocks are left until the one that holds it is final. */
function blocksLeft({ block, final_block: final }: OnChainRow): { blocksLeft?: number } {
  if (final === null) return {};
  return { blocksLeft: Math.max(1, Number(block) - Number(final)) };
}

import { chainIdOf } from '@tallystone/core/escrow/chain-id-of';
import type { PlacedBet, WireSignedBet } from '@tallystone/core/http-api/betting';
import { sql } from 'drizzle-orm';
import { col, type Row } from '../db/rows.ts';
import { liveBets } from '../db/schema/live-bets.ts';
import { blockNow } from './events-on-chain.ts';
import { type SignedBet, wireSignedBet } from './wire-signed-bet.ts';

/**
 * The state of live bets on the chain, in SQL and on the wire; it is derived only here. These fragments use a row `l` of
 * live_bets, which may be missing, and what `withOnChain` joins.
 */
export const withOnChain = sql`
  left join chain_calls k on k.id = l.place_call_id
  left join chain_payouts p on p.bet_id = l.id and p.state in ('paid', 'claimed')`;

const finalBlock = sql`(select f.block_number from chain_cursor f)`;
const block = blockNow(sql`l.tx_hash`, sql`l.block_number`);

/** What a pending bet is sent to the contract with, as JSON; null for any other bet. */
const signedJson = sql`
  case when l.state = 'pending' then (
    select json_build_object(
      'chainId', f.chain_id, 'escrow', '0x' || encode(f.escrow, 'hex'), 'betId', l.id, 'marketId', l.market_id,
      'bettor', '0x' || encode(su.address_bytes, 'hex'), 'outcome', so.position,
      'stake', l.stake::text, 'odds', l.odds::text, 'deadline', floor(extract(epoch from l.deadline))::bigint,
      'acceptedUntil', floor(extract(epoch from l.accepted_until))::bigint,
      'authorization', '0x' || encode(l.stake_authorization, 'hex'),
      'acceptance', '0x' || encode(l.acceptance, 'hex'))
    from chain_cursor f, outcomes so, users su where so.id = l.outcome_id and su.id = l.user_id) end`;

export const onChainColumns = sql`
  l.state as live_state, l.failure, encode(l.tx_hash, 'hex') as tx_hash, ${block}::text as block,
  k.state as call_state, ${finalBlock}::text as final_block, encode(p.tx_hash, 'hex') as payout_hash,
  ${signedJson} as signed`;

/** The same as pairs of a JSON object. */
export const onChainPairs = sql`
  'liveState', l.state, 'failure', l.failure, 'txHash', encode(l.tx_hash, 'hex'), 'block', ${block}::text,
  'callState', k.state, 'finalBlock', ${finalBlock}::text, 'payoutHash', encode(p.tx_hash, 'hex'),
  'signed', ${signedJson}`;

const signedRow = col.object({
  chainId: col.number,
  escrow: col.hex,
  betId: col.text,
  marketId: col.text,
  bettor: col.hex,
  outcome: col.number,
  stake: col.usdc,
  odds: col.odds,
  deadline: col.number,
  acceptedUntil: col.number,
  authorization: col.hex,
  acceptance: col.hex,
});

/** The columns above as both engines give them; hashes are hex without `0x`. */
export const onChainRow = {
  liveState: col.oneOf(liveBets.state).orNull,
  failure: col.text.orNull,
  txHash: col.text.orNull,
  block: col.text.orNull,
  callState: col.text.orNull,
  finalBlock: col.text.orNull,
  payoutHash: col.text.orNull,
  signed: signedRow.orNull,
};
export type OnChainRow = Row<typeof onChainRow>;

/** What the answer to a live bet shows of its state on the chain. */
export type OnChain = Pick<PlacedBet, 'txHash'> & { readonly chain: NonNullable<PlacedBet['chain']> };

/** The state of a bet that has just been accepted. */
export const justAccepted = (bet: SignedBet): OnChain => ({
  chain: { state: 'waiting', signed: wireSignedBet(bet) },
});

/** Null for a bet whose stake is only in the books. */
export function onChain(row: OnChainRow): OnChain | null {
  const { liveState: state, failure, txHash, block, payoutHash } = row;
  if (state === null) return null;
  if (state === 'failed') return { chain: { state, ...(failure !== null && { failure }) } };
  if (block === null || txHash === null) {
    const isSent = row.callState === 'sent' || row.callState === 'included';
    return { chain: { state: isSent ? 'sent' : 'waiting', ...signedOf(row) } };
  }
  const hash = { txHash: `0x${txHash}` };
  if (state === 'pending')
    return {
      ...hash,
      chain: { state: 'included', block: Number(block), ...blocksLeft(row), ...signedOf(row) },
    };
  return {
    ...hash,
    chain: {
      state: 'final',
      block: Number(block),
      ...(payoutHash !== null && { payoutTxHash: `0x${payoutHash}` }),
    },
  };
}

/** About how many blocks are left until the bet's block is final. */
function blocksLeft({ block, finalBlock: final }: OnChainRow): { blocksLeft?: number } {
  if (final === null) return {};
  return { blocksLeft: Math.max(1, Number(block) - Number(final)) };
}

/** The signatures stay visible until the bet is decided, because its block may still be replaced. */
function signedOf({ signed }: OnChainRow): { signed?: WireSignedBet } {
  if (signed === null) return {};
  const { chainId, escrow, authorization, acceptedUntil, acceptance, ...bet } = signed;
  return {
    signed: wireSignedBet({
      place: { chainId, escrow },
      bet: { ...bet, betId: chainIdOf(bet.betId), marketId: chainIdOf(bet.marketId) },
      authorization,
      acceptedUntil,
      acceptance,
    }),
  };
}

import type { Hex } from '@tallystone/core/escrow/abi-words';
import { chainIdOf } from '@tallystone/core/escrow/chain-id-of';
import type { PlacedBet, WireSignedBet } from '@tallystone/core/http-api/betting';
import { microOdds, microUsdc } from '@tallystone/core/money/micro-usdc';
import { sql } from 'drizzle-orm';
import { col, type Row } from '../db/rows.ts';
import { liveBets } from '../db/schema/live-bets.ts';
import { blockNow } from './events-on-chain.ts';
import { type SignedBet, wireSignedBet } from './wire-signed-bet.ts';

/**
 * Where live bets stand on the chain, in SQL and on the wire: the one place where it is derived. All of it speaks of a row
 * `l` of live_bets, which may be missing, and of what `withOnChain` joins.
 */
export const withOnChain = sql`
  left join chain_calls k on k.id = l.place_call_id
  left join chain_payouts p on p.bet_id = l.id and p.state in ('paid', 'claimed')`;

const finalBlock = sql`(select f.block_number from chain_cursor f)`;
const block = blockNow(sql`l.tx_hash`, sql`l.block_number`);

/** What a pending one is sent to the contract with, as JSON; null of any other. */
const signedJson = sql`
  case when l.state = 'pending' then (
    select json_build_object(
      'chain_id', f.chain_id, 'escrow', encode(f.escrow, 'hex'), 'bet_id', l.id, 'market_id', l.market_id,
      'bettor', encode(su.address_bytes, 'hex'), 'outcome', so.position, 'stake', l.stake::text, 'odds', l.odds::text,
      'deadline', floor(extract(epoch from l.deadline))::bigint,
      'accepted_until', floor(extract(epoch from l.accepted_until))::bigint,
      'authorization', encode(l.stake_authorization, 'hex'), 'acceptance', encode(l.acceptance, 'hex'))
    from chain_cursor f, outcomes so, users su where so.id = l.outcome_id and su.id = l.user_id) end`;

export const onChainColumns = sql`
  l.state as live_state, l.failure, encode(l.tx_hash, 'hex') as tx_hash, ${block}::text as block,
  k.state as call_state, ${finalBlock}::text as final_block, encode(p.tx_hash, 'hex') as payout_hash,
  ${signedJson} as signed`;

/** The same as pairs of a JSON object. */
export const onChainPairs = sql`
  'live_state', l.state, 'failure', l.failure, 'tx_hash', encode(l.tx_hash, 'hex'), 'block', ${block}::text,
  'call_state', k.state, 'final_block', ${finalBlock}::text, 'payout_hash', encode(p.tx_hash, 'hex'),
  'signed', ${signedJson}`;

/** Bytes as hex without `0x`. */
const signedRow = col.object({
  chain_id: col.number,
  escrow: col.text,
  bet_id: col.text,
  market_id: col.text,
  bettor: col.text,
  outcome: col.number,
  stake: col.text,
  odds: col.text,
  deadline: col.number,
  accepted_until: col.number,
  authorization: col.text,
  acceptance: col.text,
});

/** The columns above as both engines give them. */
export const onChainRow = {
  live_state: col.oneOf(liveBets.state).orNull,
  failure: col.text.orNull,
  tx_hash: col.text.orNull,
  block: col.text.orNull,
  call_state: col.text.orNull,
  final_block: col.text.orNull,
  payout_hash: col.text.orNull,
  signed: signedRow.orNull,
};
export type OnChainRow = Row<typeof onChainRow>;

/** What its answer shows of where a live bet stands. */
export type OnChain = Pick<PlacedBet, 'txHash'> & { readonly chain: NonNullable<PlacedBet['chain']> };

/** Of one that was accepted this moment. */
export const justAccepted = (bet: SignedBet): OnChain => ({
  chain: { state: 'waiting', signed: wireSignedBet(bet) },
});

/** Null for a bet whose stake is in the books alone. */
export function onChain(row: OnChainRow): OnChain | null {
  const { live_state: state, failure, tx_hash: txHash, block, payout_hash: payoutHash } = row;
  if (state === null) return null;
  if (state === 'failed') return { chain: { state, ...(failure !== null && { failure }) } };
  if (block === null || txHash === null) {
    const isSent = row.call_state === 'sent' || row.call_state === 'included';
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

/** About how many blocks are left until the one that holds it is final. */
function blocksLeft({ block, final_block: final }: OnChainRow): { blocksLeft?: number } {
  if (final === null) return {};
  return { blocksLeft: Math.max(1, Number(block) - Number(final)) };
}

/** A block may be taken back, so it is there until the bet is decided. */
function signedOf({ signed }: OnChainRow): { signed?: WireSignedBet } {
  if (signed === null) return {};
  const hex = (digits: string): Hex => `0x${digits}`;
  return {
    signed: wireSignedBet({
      place: { chainId: signed.chain_id, escrow: hex(signed.escrow) },
      bet: {
        betId: chainIdOf(signed.bet_id),
        marketId: chainIdOf(signed.market_id),
        bettor: hex(signed.bettor),
        outcome: signed.outcome,
        stake: microUsdc(BigInt(signed.stake)),
        odds: microOdds(BigInt(signed.odds)),
        deadline: signed.deadline,
      },
      authorization: hex(signed.authorization),
      acceptedUntil: signed.accepted_until,
      acceptance: hex(signed.acceptance),
    }),
  };
}

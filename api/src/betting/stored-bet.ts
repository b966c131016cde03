import { microOdds, microUsdc } from '@tallystone/core/money/micro-usdc';
import { col, type Row } from '../db/rows.ts';
import { bets } from '../db/schema/bets.ts';
import { type OnChainRow, onChain } from './on-chain.ts';
import type { StoredBet } from './placed-bet.ts';

/** The columns of a bet that its answer shows, as both engines give them: bigints as text, bytes as hex. */
export const storedBetRow = {
  id: col.text,
  market_id: col.text,
  outcome_id: col.text,
  stake: col.text,
  odds: col.text,
  payout: col.text,
  status: col.oneOf(bets.status),
  placed_at: col.text,
  signature: col.text,
};
export interface StoredBetRow extends Row<typeof storedBetRow>, Partial<OnChainRow> {
  /** A live bet has none: it is filled at exactly what was signed. */
  signed_odds?: string | null;
}

export function storedBet(row: StoredBetRow): StoredBet {
  const { live_state: liveState, signed_odds: signedOdds = null } = row;
  return {
    id: row.id,
    marketId: row.market_id,
    outcomeId: row.outcome_id,
    stake: microUsdc(BigInt(row.stake)),
    odds: microOdds(BigInt(row.odds)),
    signedOdds: signedOdds === null ? null : microOdds(BigInt(signedOdds)),
    payout: microUsdc(BigInt(row.payout)),
    status: row.status,
    placedAt: new Date(row.placed_at),
    signature: row.signature,
    ...(liveState != null && { onChain: onChain({ ...NOWHERE, ...row }) }),
  };
}

const NOWHERE: OnChainRow = {
  live_state: null,
  failure: null,
  tx_hash: null,
  block: null,
  call_state: null,
  final_block: null,
  payout_hash: null,
  signed: null,
};

import type { MicroOdds } from '@tallystone/core/money/micro-usdc';
import { col, type Row } from '../db/rows.ts';
import { bets } from '../db/schema/bets.ts';
import { type OnChain, type OnChainRow, onChain } from './on-chain.ts';

/** The columns of a bet that its answer shows. */
export const storedBetRow = {
  id: col.text,
  marketId: col.text,
  outcomeId: col.text,
  stake: col.usdc,
  odds: col.odds,
  payout: col.usdc,
  status: col.oneOf(bets.status),
  placedAt: col.date,
  /** Hex. */
  signature: col.text,
};

/** What the answer to a bet shows of it. */
export interface StoredBet extends Row<typeof storedBetRow> {
  /** The odds that the bettor signed as a minimum; null if the bettor signed exactly `odds`. */
  signedOdds: MicroOdds | null;
  /** Of a live bet. */
  onChain?: OnChain | null;
}

export interface StoredBetRow extends Row<typeof storedBetRow>, Partial<OnChainRow> {
  /** Absent for a live bet, which is filled at exactly the signed odds. */
  signedOdds?: MicroOdds | null;
}

export function storedBet({ signedOdds = null, ...row }: StoredBetRow): StoredBet {
  return { ...row, signedOdds, ...(isOnChain(row) && { onChain: onChain(row) }) };
}

const isOnChain = (row: Partial<OnChainRow>): row is OnChainRow => row.liveState != null;

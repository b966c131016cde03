import type { MicroOdds } from '@tallystone/core/money/micro-usdc';
import { col, type Row } from '../db/rows.ts';
import { bets } from '../db/schema/bets.ts';
import { type OnChain, type OnChainRow, onChain } from './on-chain.ts';
import { type OrderState, type orderRow, orderStateOf } from './order-state.ts';

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
  /** Of a bet that was sent while its game was played. */
  order?: OrderState | null;
}

export interface StoredBetRow extends Row<typeof storedBetRow>, Partial<OnChainRow> {
  /** Absent for a live bet, which is filled at exactly the signed odds. */
  signedOdds?: MicroOdds | null;
  waited?: Row<{ o: typeof orderRow }>['o'];
}

export function storedBet({ signedOdds = null, waited, ...row }: StoredBetRow): StoredBet {
  return {
    ...row,
    ...(waited !== undefined && filledAs(waited, row)),
    signedOdds,
    ...(isOnChain(row) && { onChain: onChain(row) }),
    ...(waited !== undefined && { order: orderStateOf(waited) }),
  };
}

/** The odds and the return of the bet, once there is one. */
const filledAs = (
  { filledOdds, filledPayout }: Row<{ o: typeof orderRow }>['o'],
  { odds, payout }: Pick<StoredBet, 'odds' | 'payout'>,
) => ({ odds: filledOdds ?? odds, payout: filledPayout ?? payout });

const isOnChain = (row: Partial<OnChainRow>): row is OnChainRow => row.liveState != null;

import { betReference } from '@tallystone/core/betting/bet-reference';
import type { BetStatus, PlacedBet } from '@tallystone/core/http-api/betting';
import type { WalletFamily } from '@tallystone/core/identity/wallet-family';
import { type MicroOdds, type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { oddsToNumber } from '@tallystone/core/odds/odds-number';
import type { OnChain } from './on-chain.ts';

/** What is stored of a bet, as far as its answer shows it. */
export interface StoredBet {
  readonly id: string;
  readonly marketId: string;
  readonly outcomeId: string;
  readonly stake: MicroUsdc;
  readonly odds: MicroOdds;
  /** What the bettor signed, where that was a minimum; null where it was exactly `odds`. */
  readonly signedOdds: MicroOdds | null;
  readonly payout: MicroUsdc;
  readonly status: BetStatus;
  readonly placedAt: Date;
  /** Hex. */
  readonly signature: string;
  /** Of a live bet. */
  readonly onChain?: OnChain | null;
}

/** A bet as it crosses the wire: the first answer, every repeat of it and the history are all made here. */
export function placedBet(bet: StoredBet, family: WalletFamily): PlacedBet {
  return {
    id: bet.id,
    marketId: bet.marketId,
    outcomeId: bet.outcomeId,
    amount: usdcToNumber(bet.stake),
    odds: oddsToNumber(bet.odds),
    ...(bet.signedOdds !== null && { minOdds: oddsToNumber(bet.signedOdds) }),
    potentialWin: usdcToNumber(microUsdc(bet.payout - bet.stake)),
    totalReturn: usdcToNumber(bet.payout),
    status: bet.status,
    placedAt: bet.placedAt.toISOString(),
    reference: betReference(family, bet.signature),
    ...bet.onChain,
  };
}

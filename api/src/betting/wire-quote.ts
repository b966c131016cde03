import { authorizationDeadline } from '@tallystone/core/betting/acceptance';
import type { BettorFunds } from '@tallystone/core/betting/decide-bet';
import { capLeftOf } from '@tallystone/core/betting/decide-bet';
import { liveBetIdOf } from '@tallystone/core/betting/live-bet-id';
import type { WireQuote } from '@tallystone/core/http-api/betting';
import { type MicroOdds, type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { oddsToNumber } from '@tallystone/core/odds/odds-number';
import { payoutOf } from '@tallystone/core/odds/payout';
import { sealQuote } from './quote-token.ts';

export interface QuotedStake {
  marketId: string;
  outcomeId: string;
  stake: MicroUsdc;
  odds: MicroOdds;
  /** The lowest odds suggested; null if the market fills bets at exactly the signed odds. */
  minOdds: MicroOdds | null;
  maxStake: MicroUsdc;
  /** The market's version the odds were computed from. */
  version: number;
}

/** The bettor that a quote is for. */
export interface Bettor {
  userId: string;
  funds: BettorFunds;
  /** Whether the bet would be placed on the chain. */
  isLive: boolean;
}

/** A quote as it crosses the wire. Only a bettor gets its token: an anonymous quote cannot be bet on. */
export function wireQuote(
  quoted: QuotedStake,
  { key, now, bettor }: { key: Uint8Array; now: Date; bettor: Bettor | null },
): WireQuote {
  const { stake, odds, minOdds, marketId, outcomeId } = quoted;
  const payout = payoutOf({ stake, odds });
  const wire = {
    marketId,
    outcomeId,
    amount: usdcToNumber(stake),
    odds: oddsToNumber(odds),
    ...(minOdds !== null && { minOdds: oddsToNumber(minOdds) }),
    potentialWin: usdcToNumber(microUsdc(payout - stake)),
    totalReturn: usdcToNumber(payout),
    maxStake: usdcToNumber(quoted.maxStake),
    version: quoted.version,
  };
  if (bettor === null) return wire;
  const { quoteId, token, expiresAt } = sealQuote(
    key,
    { userId: bettor.userId, marketId, outcomeId, stake, odds: minOdds === null ? odds : null },
    now,
  );
  return {
    ...wire,
    quoteId: token,
    capLeft: usdcToNumber(capLeftOf(bettor.funds)),
    expiresAt: expiresAt.toISOString(),
    ...(bettor.isLive && {
      live: { betId: liveBetIdOf(quoteId), deadline: authorizationDeadline(expiresAt) },
    }),
  };
}

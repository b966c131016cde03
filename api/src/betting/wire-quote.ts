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
  /** The lowest odds suggested; null where a bet is filled at exactly the signed ones. */
  minOdds: MicroOdds | null;
  maxStake: MicroUsdc;
  /** The market's version the odds were computed from. */
  version: number;
}

/** Whom a quote is for. */
export interface Bettor {
  userId: string;
  funds: BettorFunds;
  /** Whether the bet would be placed on the chain. */
  isLive?: boolean;
}

/** A quote as it crosses the wire. Only a bettor gets the token: an anonymous quote cannot be bet on. */
export function wireQuote(
  quoted: QuotedStake,
  sealed: { key: Uint8Array; now: Date; bettor: Bettor | null },
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
  const { key, now, bettor } = sealed;
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
    ...(bettor.isLive === true && {
      live: { betId: liveBetIdOf(quoteId), deadline: authorizationDeadline(expiresAt) },
    }),
  };
}

import { betReference } from '@tallystone/core/betting/bet-reference';
import type { PlacedBet } from '@tallystone/core/http-api/betting';
import type { WalletFamily } from '@tallystone/core/identity/wallet-family';
import { microUsdc } from '@tallystone/core/money/micro-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { oddsToNumber } from '@tallystone/core/odds/odds-number';
import { wireOrder } from './order-state.ts';
import type { StoredBet } from './stored-bet.ts';

/** A bet as it crosses the wire, in its first answer, every repeat of it and the history. */
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
    ...wireOrder(bet.order, bet.status),
    ...bet.onChain,
  };
}

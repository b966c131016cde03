import { type MicroUsdc, ZERO_USDC } from '../money/micro-usdc.ts';
import type { BetSettlement, MarketResult } from './result.ts';

/**
 * What an open bet gets when its market ends: its payout if its outcome is among the winners, its stake if the market is void,
 * otherwise nothing. The database settles by the same rule in sets, and the ledger check compares the two bet by bet.
 */
export function settleBet(
  bet: { outcomeId: string; stake: MicroUsdc; payout: MicroUsdc },
  result: MarketResult,
): BetSettlement {
  if (result.kind === 'void') return { result: 'void', paid: bet.stake };
  return result.outcomeIds.includes(bet.outcomeId)
    ? { result: 'won', paid: bet.payout }
    : { result: 'lost', paid: ZERO_USDC };
}

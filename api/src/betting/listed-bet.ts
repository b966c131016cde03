import type { WireBet } from '@tallystone/core/http-api/betting';
import type { WalletFamily } from '@tallystone/core/identity/wallet-family';
import { settlesBy } from '@tallystone/core/markets/settles-by';
import { microUsdc } from '@tallystone/core/money/micro-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import type { Db } from '../db/db.ts';
import type { ShownAutomatic } from './automatic-cash-out-store.ts';
import type { ListedBet } from './bet-store.ts';
import type { CashOutOffer } from './decide-cash-outs.ts';
import { getAnyBetOf } from './order-store.ts';
import { placedBet } from './placed-bet.ts';
import { type Selling, wireSelling } from './selling.ts';

/** One bet of a user as the history shows it, but without a cash-out offer; null if the user has no such bet. */
export async function getBet(
  db: Db,
  { userId, betId, family }: { userId: string; betId: string; family: WalletFamily },
): Promise<WireBet | null> {
  const bet = await getAnyBetOf(db, { userId, betId });
  return bet && listedBet(bet, family, { offer: null });
}

/**
 * @param offer what the market gives for the bet now, or why nothing; null if that was not asked, or if the bet has ended
 * @param selling its newest cash-out that waits or waited in vain
 * @param automatic its automatic cash-out that waits or has paid it
 * @param pricedBy the market in play whose odds count for its cash-out
 */
export function listedBet(
  bet: ListedBet,
  family: WalletFamily,
  {
    offer,
    selling,
    automatic,
    pricedBy,
  }: {
    offer: CashOutOffer | null;
    selling?: Selling | undefined;
    automatic?: ShownAutomatic | undefined;
    pricedBy?: string | undefined;
  },
): WireBet {
  return {
    ...placedBet(bet, family),
    market: {
      title: bet.marketTitle,
      category: bet.category,
      state: bet.marketState,
      settlesBy: settlesBy({ closesAt: bet.marketClosesAt, source: bet.marketSource }).toISOString(),
    },
    outcomeName: bet.outcomeName,
    ...wireSold(bet),
    ...wireEnd(bet),
    ...wireOffer(offer, selling),
    ...wireSelling(selling),
    ...(automatic !== undefined && {
      automatic: { amount: usdcToNumber(automatic.amount), placedAt: automatic.placedAt.toISOString() },
    }),
    ...(pricedBy !== undefined && { pricedBy }),
  };
}

function wireOffer(
  offer: CashOutOffer | null,
  selling: Selling | undefined,
): Pick<WireBet, 'cashOut' | 'noCashOut'> {
  if (offer === null) return {};
  if (selling !== undefined && selling.kind === null)
    return { noCashOut: { code: 'waiting', availableAt: selling.decideAt.toISOString() } };
  if (offer.kind === 'accepted') return { cashOut: usdcToNumber(offer.amount) };
  const { why, availableAt } = offer;
  return { noCashOut: { code: why, ...(availableAt && { availableAt: availableAt.toISOString() }) } };
}

function wireSold({ sold }: ListedBet): Pick<WireBet, 'sold'> {
  if (!sold) return {};
  const { stake, payout, paid } = sold;
  return {
    sold: { stake: usdcToNumber(stake), totalReturn: usdcToNumber(payout), paid: usdcToNumber(paid) },
  };
}

function wireEnd({ end, stake }: ListedBet): Pick<WireBet, 'result' | 'paid' | 'profit' | 'endedAt'> {
  if (end === null) return {};
  return {
    result: end.result,
    paid: usdcToNumber(end.paid),
    profit: usdcToNumber(microUsdc(end.paid - stake)),
    ...(end.endedAt !== null && { endedAt: end.endedAt.toISOString() }),
  };
}

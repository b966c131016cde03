import { betReference } from '@tallystone/core/betting/bet-reference';
import { comboReturn } from '@tallystone/core/combos/combo-odds';
import { decideComboCashOut } from '@tallystone/core/combos/decide-combo-cash-out';
import type { WireCombo } from '@tallystone/core/http-api/combos';
import type { WalletFamily } from '@tallystone/core/identity/wallet-family';
import { microUsdc } from '@tallystone/core/money/micro-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { oddsToNumber } from '@tallystone/core/odds/odds-number';
import type { Db } from '../db/db.ts';
import type { StoredCombo } from './combo-store.ts';
import { type LegMarkets, readLegMarkets, type StoredLegMarket } from './leg-store.ts';

const RESULTS = { payout: 'won', refund: 'void', loss: 'lost', 'cash-out': 'cashed-out' } as const;

/** Combos as they cross the wire, in the first answer and in the history, with what each is worth now. */
export async function wireCombos(
  db: Db,
  combos: readonly StoredCombo[],
  family: WalletFamily,
): Promise<WireCombo[]> {
  if (combos.length === 0) return [];
  const ids = new Set(combos.flatMap(({ legs }) => legs.map(({ marketId }) => marketId)));
  const markets = await readLegMarkets(db, [...ids]);
  return combos.map((combo) => wireCombo(combo, family, markets));
}

function wireCombo(combo: StoredCombo, family: WalletFamily, markets: LegMarkets): WireCombo {
  const { stake, payout, end } = combo;
  return {
    id: combo.id,
    amount: usdcToNumber(stake),
    odds: oddsToNumber(combo.odds),
    minOdds: oddsToNumber(combo.signedOdds),
    potentialWin: usdcToNumber(microUsdc(payout - stake)),
    totalReturn: usdcToNumber(payout),
    status: end === null ? 'confirmed' : 'settled',
    placedAt: combo.placedAt.toISOString(),
    reference: betReference(family, combo.signature),
    legs: combo.legs.map((leg) => wireLeg(leg, marketOf(leg, markets))),
    ...(end === null ? wireWorth(combo, markets) : wireEnd(end, stake)),
  };
}

function wireLeg(
  { marketId, outcomeId, odds, result }: StoredCombo['legs'][number],
  market: StoredLegMarket,
): WireCombo['legs'][number] {
  const { title, category, state, gameId, startsAt } = market;
  return {
    marketId,
    outcomeId,
    gameId: gameId ?? '',
    title,
    outcomeName: market.outcomeNames[market.outcomeIds.indexOf(outcomeId)] ?? '',
    category,
    state,
    odds: oddsToNumber(odds),
    ...(startsAt !== null && { startsAt: startsAt.toISOString() }),
    ...(result !== null && { result }),
  };
}

function wireEnd(
  { kind, amount, endedAt }: NonNullable<StoredCombo['end']>,
  stake: StoredCombo['stake'],
): Pick<WireCombo, 'result' | 'paid' | 'profit' | 'endedAt'> {
  return {
    result: RESULTS[kind],
    paid: usdcToNumber(amount),
    profit: usdcToNumber(microUsdc(amount - stake)),
    endedAt: endedAt.toISOString(),
  };
}

function wireWorth(
  combo: StoredCombo,
  markets: LegMarkets,
): Pick<WireCombo, 'returnNow' | 'cashOut' | 'noCashOut'> {
  const returnNow = usdcToNumber(comboReturn(combo));
  const offer = offerFor(combo, markets, null);
  if (offer.kind !== 'unavailable') return { returnNow, cashOut: usdcToNumber(offer.amount) };
  const { why, availableAt } = offer;
  return {
    returnNow,
    noCashOut: { code: why, ...(availableAt !== null && { availableAt: availableAt.toISOString() }) },
  };
}

/** What a combo is worth now, or why it can't be cashed out. @param asked the signed amount, or null */
export function offerFor(
  combo: StoredCombo,
  markets: LegMarkets,
  asked: StoredCombo['stake'] | null,
): ReturnType<typeof decideComboCashOut> {
  return decideComboCashOut({
    stake: combo.stake,
    placedAt: combo.placedAt,
    hasEnded: combo.end !== null,
    legs: combo.legs.map((leg) => ({ ...leg, market: marketOf(leg, markets) })),
    asked,
    now: markets.now,
  });
}

function marketOf({ marketId }: { marketId: string }, { byId }: LegMarkets): StoredLegMarket {
  const market = byId.get(marketId);
  if (market === undefined) throw new Error(`market ${marketId} of a combo was deleted`);
  return market;
}

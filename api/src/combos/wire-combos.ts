import { betReference } from '@tallystone/core/betting/bet-reference';
import type { NoCashOut } from '@tallystone/core/betting/decide-cash-out';
import { comboReturn } from '@tallystone/core/combos/combo-odds';
import {
  type ComboCashOutDecision,
  decideComboCashOut,
  isInPlay,
} from '@tallystone/core/combos/decide-combo-cash-out';
import type { WireCombo, WireComboLeg } from '@tallystone/core/http-api/combos';
import type { WalletFamily } from '@tallystone/core/identity/wallet-family';
import { type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import { oddsToNumber } from '@tallystone/core/odds/odds-number';
import type { Running } from '../betting/running-prices.ts';
import { loadSelling, type Selling, wireSelling } from '../betting/selling.ts';
import type { Db } from '../db/db.ts';
import type { StoredCombo } from './combo-store.ts';
import { type LegMarkets, readSoldMarkets, type SoldMarkets, type StoredLegMarket } from './leg-store.ts';

const RESULTS = { payout: 'won', refund: 'void', loss: 'lost', 'cash-out': 'cashed-out' } as const;

/** Combos as they cross the wire, in the first answer and in the history, with what each is worth now. */
export async function wireCombos(
  db: Db,
  combos: readonly StoredCombo[],
  family: WalletFamily,
): Promise<WireCombo[]> {
  if (combos.length === 0) return [];
  const ids = new Set(combos.flatMap(({ legs }) => legs.map(({ marketId }) => marketId)));
  const markets = await readSoldMarkets(db, [...ids]);
  const open = combos.filter(({ end }) => end === null).map(({ id }) => id);
  const selling = open.length === 0 ? new Map<string, Selling>() : await loadSelling(db, 'combo', open);
  return combos.map((combo) => wireCombo(combo, family, { markets, selling: selling.get(combo.id) }));
}

function wireCombo(
  combo: StoredCombo,
  family: WalletFamily,
  { markets, selling }: { markets: SoldMarkets; selling: Selling | undefined },
): WireCombo {
  const { stake, payout, end } = combo;
  const inPlay = end === null ? runningLegs(combo, markets) : [];
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
    legs: combo.legs.map((leg, place) => ({
      ...wireLeg(leg, marketOf(leg, markets)),
      ...pricedBy(inPlay.find((each) => each.place === place)?.running),
    })),
    ...(end === null ? wireWorth(combo, markets, selling) : wireEnd(end, stake)),
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

const pricedBy = (running: Running | undefined): Pick<WireComboLeg, 'pricedBy'> =>
  running === undefined ? {} : { pricedBy: running.marketId };

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
  markets: SoldMarkets,
  selling: Selling | undefined,
): Pick<WireCombo, 'returnNow' | 'cashOut' | 'noCashOut' | 'selling'> {
  const worth = worthOf(combo, markets, selling);
  return {
    returnNow: usdcToNumber(comboReturn(combo)),
    ...wireSelling(selling),
    ...('amount' in worth
      ? { cashOut: usdcToNumber(worth.amount) }
      : {
          noCashOut: {
            code: worth.why,
            ...(worth.availableAt !== null && { availableAt: worth.availableAt.toISOString() }),
            ...(worth.leg !== null && { leg: worth.leg }),
          },
        }),
  };
}

type Worth =
  | { readonly amount: MicroUsdc }
  | { readonly why: NoCashOut; readonly availableAt: Date | null; readonly leg: number | null };

/** What a combo is worth now, or why it can't be cashed out. @param selling its newest cash-out that waits or waited */
export function worthOf(combo: StoredCombo, markets: SoldMarkets, selling: Selling | undefined): Worth {
  if (combo.end === null && selling?.kind === null)
    return { why: 'waiting', availableAt: selling.decideAt, leg: null };
  const offer = offerFor(combo, markets, { asked: null });
  return offer.kind === 'unavailable' ? offer : { amount: offer.amount };
}

/** Decides a cash-out of a combo. @param asked the signed amount, or null */
export const offerFor = (
  combo: StoredCombo,
  markets: SoldMarkets,
  { asked, isMinimum = false }: { asked: StoredCombo['stake'] | null; isMinimum?: boolean },
): ComboCashOutDecision =>
  decideComboCashOut({
    stake: combo.stake,
    placedAt: combo.placedAt,
    hasEnded: combo.end !== null,
    legs: combo.legs.map((leg) => soldLegOf(leg, markets)),
    ...{ asked, isMinimum, now: markets.now },
  });

/** The legs whose games are played, by their places, with the markets in play that price them. */
export const runningLegs = (
  { legs, placedAt }: StoredCombo,
  markets: SoldMarkets,
): { place: number; running: Running }[] =>
  legs.flatMap((leg, place) => {
    const sold = soldLegOf(leg, markets);
    return isInPlay(sold, { placedAt, now: markets.now }) ? [{ place, running: sold.running }] : [];
  });

const soldLegOf = (leg: StoredCombo['legs'][number], markets: SoldMarkets) => ({
  ...leg,
  market: marketOf(leg, markets),
  running: markets.running.get(leg.marketId),
});

function marketOf({ marketId }: { marketId: string }, { byId }: LegMarkets): StoredLegMarket {
  const market = byId.get(marketId);
  if (market === undefined) throw new Error(`market ${marketId} of a combo was deleted`);
  return market;
}

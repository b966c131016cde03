import { CASH_OUT_AFTER_MS, type NoCashOut } from '../betting/decide-cash-out.ts';
import { stateAt } from '../markets/lifecycle.ts';
import { CENT, type MicroUsdc, microUsdc } from '../money/micro-usdc.ts';
import { CASH_OUT_MARGIN, feedProbabilitiesOf } from '../odds/feed.ts';
import { type ComboLeg, comboReturn } from './combo-odds.ts';
import { COMBO_FRESH_MS, type LegMarket } from './decide-combo.ts';

/** A leg of an open combo; its market matters only while the leg is open. */
export interface SoldLeg extends ComboLeg {
  readonly outcomeId: string;
  readonly market: LegMarket;
}

export type ComboCashOutDecision =
  | { readonly kind: 'accepted'; readonly amount: MicroUsdc }
  | { readonly kind: 'unavailable'; readonly why: NoCashOut; readonly availableAt: Date | null }
  /** The combo is worth less than the bettor signed: only `amount`. */
  | { readonly kind: 'fell'; readonly amount: MicroUsdc };

/**
 * Decides whether a combo is cashed out: for what it still pays times the probability of each open leg, less the house's 3%.
 * Its return is kept apart, so it can always be paid.
 *
 * @param combo.asked the signed amount; null: what it is worth now
 * @param combo.now the database's clock, read with the markets
 */
export function decideComboCashOut(combo: {
  stake: MicroUsdc;
  legs: readonly SoldLeg[];
  placedAt: Date;
  hasEnded: boolean;
  asked: MicroUsdc | null;
  now: Date;
}): ComboCashOutDecision {
  const { legs, asked, now } = combo;
  if (combo.hasEnded || legs.some(({ result }) => result === 'lost')) return unavailable('bet-ended');
  const availableAt = new Date(combo.placedAt.getTime() + CASH_OUT_AFTER_MS);
  let probability = 1;
  for (const { outcomeId, market } of legs.filter(({ result }) => result === null)) {
    const state = stateAt(market, now);
    if (state === 'suspended') return unavailable('market-suspended');
    const { feed } = market;
    if (state !== 'open' || feed === null) return unavailable('market-closed');
    if (now.getTime() - feed.pricedAt.getTime() > COMBO_FRESH_MS) return unavailable('feed-stale');
    if (feed.odds.some((odds) => odds === null)) return unavailable('no-price');
    probability *= feedProbabilitiesOf(feed)[market.outcomeIds.indexOf(outcomeId)] ?? 0;
  }
  if (now < availableAt) return unavailable('too-soon', availableAt);
  const worth = Number(comboReturn(combo)) * probability * (1 - CASH_OUT_MARGIN);
  const value = microUsdc(BigInt(Math.floor(worth / Number(CENT))) * CENT);
  const amount = asked ?? value;
  if (value < CENT || amount < CENT) return unavailable('no-price');
  return amount > value ? { kind: 'fell', amount: value } : { kind: 'accepted', amount };
}

const unavailable = (why: NoCashOut, availableAt: Date | null = null): ComboCashOutDecision => ({
  kind: 'unavailable',
  why,
  availableAt,
});

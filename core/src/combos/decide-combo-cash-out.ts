import { type RunningPrice, takesRunningPrice } from '../betting/at-running-price.ts';
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
  /** The market in play on its condition, with the odds in the order of its own market; missing if its game isn't being played. */
  readonly running?: LegInPlay | undefined;
}

interface LegInPlay extends RunningPrice {
  /** When the leg's game had begun, if earlier than announced. */
  readonly lateFrom: Date | null;
}

export type ComboCashOutDecision =
  | { readonly kind: 'accepted'; readonly amount: MicroUsdc }
  | {
      readonly kind: 'unavailable';
      readonly why: NoCashOut;
      readonly availableAt: Date | null;
      /** The leg that is the reason, from 0; null if none is. */
      readonly leg: number | null;
    }
  /** The combo is worth less than the bettor signed: only `amount`. */
  | { readonly kind: 'fell'; readonly amount: MicroUsdc };

/**
 * Decides whether a combo is cashed out: for what it still pays times the probability of each open leg, less the house's 3%.
 * Its return is kept apart, so it can always be paid.
 *
 * A leg whose game is played has the price of its market in play. Then the cash-out waits first: core/in-play/judge-order.ts.
 *
 * @param combo.asked the signed amount; null: what it is worth now
 * @param combo.isMinimum whether it is paid all that it is worth if that is at least the signed amount, because it has waited
 * @param combo.now the database's clock, read with the markets
 */
export function decideComboCashOut(combo: {
  stake: MicroUsdc;
  legs: readonly SoldLeg[];
  placedAt: Date;
  hasEnded: boolean;
  asked: MicroUsdc | null;
  isMinimum?: boolean;
  now: Date;
}): ComboCashOutDecision {
  const { legs, asked, isMinimum = false, now } = combo;
  if (combo.hasEnded || legs.some(({ result }) => result === 'lost')) return unavailable('bet-ended');
  const availableAt = new Date(combo.placedAt.getTime() + CASH_OUT_AFTER_MS);
  let probability = 1;
  for (const [place, leg] of legs.entries()) {
    if (leg.result !== null) continue;
    const because = (why: NoCashOut) => unavailable(why, { leg: place });
    const market = isInPlay(leg, combo) ? atPriceInPlay(leg) : leg.market;
    const state = stateAt(market, now);
    if (state === 'suspended') return because('market-suspended');
    const { feed } = market;
    if (state !== 'open' || feed === null) return because('market-closed');
    if (now.getTime() - feed.pricedAt.getTime() > COMBO_FRESH_MS) return because('feed-stale');
    if (feed.odds.some((odds) => odds === null)) return because('no-price');
    probability *= feedProbabilitiesOf(feed)[market.outcomeIds.indexOf(leg.outcomeId)] ?? 0;
  }
  if (now < availableAt) return unavailable('too-soon', { availableAt });
  const worth = Number(comboReturn(combo)) * probability * (1 - CASH_OUT_MARGIN);
  const value = microUsdc(BigInt(Math.floor(worth / Number(CENT))) * CENT);
  const least = asked ?? value;
  if (value < CENT || least < CENT) return unavailable('no-price');
  if (least > value) return { kind: 'fell', amount: value };
  return { kind: 'accepted', amount: isMinimum ? value : least };
}

/** A leg that has the price of its market in play. */
export type InPlay<L extends SoldLeg> = L & { readonly running: NonNullable<L['running']> };

/** Whether a leg is open, its game is played, and its price is that of its market in play. */
export const isInPlay = <L extends SoldLeg>(
  leg: L,
  { placedAt, now }: { placedAt: Date; now: Date },
): leg is InPlay<L> =>
  leg.result === null &&
  leg.running !== undefined &&
  takesRunningPrice({ placedAt, market: leg.market }, leg.running, now);

function atPriceInPlay({ market, running: { state, closesAt, odds, pricedAt } }: InPlay<SoldLeg>): LegMarket {
  const { feed } = market;
  return { ...market, state, closesAt, feed: feed && { ...feed, odds, pricedAt } };
}

const unavailable = (
  why: NoCashOut,
  { availableAt = null, leg = null }: { availableAt?: Date | null; leg?: number | null } = {},
): ComboCashOutDecision => ({ kind: 'unavailable', why, availableAt, leg });

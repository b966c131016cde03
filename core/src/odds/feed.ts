import { leftOf } from '../money/bounds.ts';
import { CENT, MICRO, type MicroOdds, type MicroUsdc, microUsdc, ZERO_USDC } from '../money/micro-usdc.ts';
import { applyBet, exposureOf, owedWith } from './exposure.ts';
import type { FillRule } from './fill-rule.ts';
import { HIGHEST_ODDS, LOWEST_ODDS } from './parse-odds.ts';
import type { Booked } from './pending.ts';

/**
 * Markets whose odds come from a feed, margin included. The house only decides how much it takes. Exactly k outcomes
 * win: one, or two in a double chance. With P_j the open returns on outcome j, S the open stakes and R what was
 * received, its worst-case loss
 *
 *     W = max(0, the k largest P_j - R, S - R)
 *
 * must stay within `room` after every bet and every cash-out.
 *
 * @see docs/design/pricing.md#markets-of-the-feed
 */
export interface FeedBook extends Booked {
  readonly kind: 'feed';
  readonly rule: FillRule;
  /** The feed's latest odds per outcome; null when it has none to bet on. */
  readonly odds: readonly (MicroOdds | null)[];
  /**
   * Whether the feed prices the first of two outcomes, and never the other: a player scores, or doesn't. Its margin and the fair
   * probability aren't known then. Absent for all other markets.
   */
  readonly isOneSided?: boolean;
  /** When the feed last confirmed them. */
  readonly pricedAt: Date;
  /** The market's cap: what is in escrow besides the stakes, micro-USDC. */
  readonly lossBudget: MicroUsdc;
  /** What the house may lose on the market now: its cap, or what the game's other markets leave of the game's cap. */
  readonly room: MicroUsdc;
}

/** Older odds can't be bet on. Betting closes at the game's start, so one limit is enough. */
export const FRESH_PRICE_MS = 10 * 60_000;

/** A quoted bet may be signed at odds up to this share above the feed's current odds, which move while people sign. */
const SIGNED_ABOVE = { of: 101n, per: 100n };

/** The share of a cashed-out bet's value that the house keeps. */
export const CASH_OUT_MARGIN = 0.03;

/** Whether the book's odds are fresh enough for bets. */
export function isFresh(book: FeedBook, now: Date): boolean {
  return now.getTime() - book.pricedAt.getTime() <= FRESH_PRICE_MS;
}

/** The odds of a market's outcomes, how many of them win, and whether one side is never priced. */
export type FeedOdds = Pick<FeedBook, 'odds' | 'winners' | 'isOneSided'>;

/**
 * The probabilities implied by the odds without the margin: k times (1 / odds) over the sum of all. If the feed prices one side
 * only, that side's is 1 / odds, margin included, and the other's is the rest.
 *
 * @returns numbers between 0 and 1 that sum to k, or to less if that would put one above 1; 0 for an outcome without
 *   odds
 */
export function feedProbabilitiesOf({ odds, winners, isOneSided }: FeedOdds): number[] {
  const inverse = odds.map((each) => (each === null ? 0 : Number(MICRO) / Number(each)));
  const [own = 0] = inverse;
  if (isOneSided) return inverse.map((each, outcome) => (outcome === 0 ? each : 1 - own));
  const sum = inverse.reduce((total, each) => total + each, 0);
  return inverse.map((each) => (sum === 0 ? 0 : Math.min(1, (winners * each) / sum)));
}

/**
 * An outcome's probability without the margin.
 *
 * @returns a number between 0 and 1, or null while any outcome has no odds: the margin isn't known then
 */
export function fairProbabilityOf(feed: FeedOdds, outcome: number): number | null {
  if (feed.odds.some((each) => each === null)) return null;
  return feedProbabilitiesOf(feed)[outcome] ?? 0;
}

/**
 * The feed's margin by Azuro's definition, its share of every unit staked: 1 - k / sum(1 / odds).
 *
 * @returns a share of 1, or null while an outcome has no odds
 */
export function marginOf({ odds, winners }: FeedOdds): number | null {
  if (odds.some((each) => each === null)) return null;
  const sum = odds.reduce((total, each) => total + Number(MICRO) / Number(each), 0);
  return 1 - winners / sum;
}

/** The feed's odds, which don't depend on the stake; null without odds or when the stake is too large. */
export function feedOddsFor(book: FeedBook, bet: { outcome: number; stake: MicroUsdc }): MicroOdds | null {
  const odds = oddsOf(book, bet.outcome);
  // Without odds the largest stake is 0.
  return bet.stake > 0n && bet.stake <= feedMaxStakeOn(book, bet.outcome) ? odds : null;
}

/**
 * The largest stake A the market takes on an outcome at the feed's odds: from P + A odds - R - A <= room, where P is
 * what is owed if the outcome wins, with the largest returns that may win beside it.
 *
 * @returns micro-USDC in whole cents, 0 when nothing can be staked
 */
export function feedMaxStakeOn(book: FeedBook, outcome: number): MicroUsdc {
  const odds = oddsOf(book, outcome);
  return odds === null ? ZERO_USDC : maxStakeAt(book, { outcome, odds });
}

/** The same at the given odds. */
function maxStakeAt(book: FeedBook, { outcome, odds }: { outcome: number; odds: MicroOdds }): MicroUsdc {
  const most = (leftOf(book.room + book.received, owedWith(book, outcome)) * MICRO) / (odds - MICRO);
  return microUsdc((most / CENT) * CENT);
}

/**
 * Whether the market takes a bet at odds signed some seconds ago: within its room, and not above the feed's odds.
 * Quoted odds may be 1% above them, since they were the feed's when the bettor saw them. Without a quote nothing
 * proves that they ever were.
 */
export function feedHonours(
  book: FeedBook,
  bet: { outcome: number; stake: MicroUsdc; odds: MicroOdds; isQuoted: boolean },
): boolean {
  const now = oddsOf(book, bet.outcome);
  if (now === null || bet.odds < LOWEST_ODDS || bet.odds > HIGHEST_ODDS) return false;
  const most = bet.isQuoted ? (now * SIGNED_ABOVE.of) / SIGNED_ABOVE.per : now;
  if (bet.odds > most) return false;
  return exposureOf(applyBet(book, bet)) <= book.room;
}

/**
 * A bet's cash-out value now: its payout times its outcome's probability, minus 3%.
 *
 * @param bet.payout what the bet returns if it wins, micro-USDC
 * @returns micro-USDC in whole cents, or null while an outcome has no odds
 */
export function feedCashOutValue(
  book: FeedBook,
  { outcome, payout }: { outcome: number; payout: MicroUsdc },
): MicroUsdc | null {
  const probability = fairProbabilityOf(book, outcome);
  if (probability === null) return null;
  const value = Number(payout) * probability * (1 - CASH_OUT_MARGIN);
  return microUsdc(BigInt(Math.floor(value / Number(CENT))) * CENT);
}

function oddsOf(book: FeedBook, outcome: number): MicroOdds | null {
  const odds = book.odds[outcome];
  if (odds === undefined) throw new RangeError(`outcome ${outcome} of a market with ${book.odds.length}`);
  return odds;
}

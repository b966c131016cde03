import { larger } from '../money/bounds.ts';
import { MICRO, type MicroOdds, type MicroUsdc, microOdds } from '../money/micro-usdc.ts';
import { type Book, bookProbabilities } from './book.ts';
import { depthOf, type LmsrBook } from './lmsr.ts';
import { LOWEST_ODDS, ODDS_STEP } from './parse-odds.ts';

/**
 * How far below the odds of now a bettor should let a bet be filled, so that it is neither refused for what other bets do
 * while it is signed, nor filled far from what was shown. It follows from bets that were accepted: quotes cost nothing, so
 * they must not move what others are shown.
 *
 * With l = ln(p / (1 - p)) of the outcome, looked at every half second:
 *
 *     M = the largest |l(t) - l(t - 6 s)| of the last minute
 *     I = the root mean square of what one of the last 64 bets moved l by
 *     z = 0.02 + c M + 4 I        c = 1.5, or 0.75 above 40 bets a second
 *     minimum = 1 + (odds - 1) (1 - min(0.6, 1 - e^-z)), rounded down to two decimals
 */

/** What has happened on a market lately. */
export interface RecentTrade {
  /** The moment it is of. */
  readonly now: Date;
  /**
   * What its price became, oldest first, per outcome in millionths, null without a price: from the last one before the
   * time that is looked at, or from the first.
   */
  readonly prices: readonly { readonly at: Date; readonly price: readonly (number | null)[] }[];
  /** The last bets accepted, at most `BETS_LOOKED_AT`; `payout` in micro-USDC. */
  readonly bets: readonly { readonly outcome: number; readonly payout: MicroUsdc }[];
  /** Whether more than `BUSY_BETS` were accepted within the last `LEAD_MS`. */
  readonly isBusy: boolean;
}

export const SAMPLE_MS = 500;
const WINDOW_MS = 60_000;
/** About as long as a bettor needs from the quote to the bet. */
export const LEAD_MS = 6_000;
/** So far back prices matter. */
export const LOOK_BACK_MS = WINDOW_MS + LEAD_MS;
export const BETS_LOOKED_AT = 64;
/** 40 a second. */
export const BUSY_BETS = 240;

/** A market without bets is taken for one with these. */
const SEED_BETS = 8;
const SEED_STAKE = 25;

const ALWAYS = 0.02;
const LARGEST_CUT = 0.6;

/**
 * The lowest odds that we suggest to sign for a stake.
 *
 * @param odds micro-odds of now for the stake
 * @returns micro-odds, at most `odds`
 * @throws RangeError for an outcome, asked for or bet on, that the market does not have
 */
export function minOddsOf(
  book: Book,
  { outcome, odds, recent }: { outcome: number; odds: MicroOdds; recent: RecentTrade },
): MicroOdds {
  const probability = probabilityOf(bookProbabilities(book), outcome);
  const moved = largestMove(recent, { outcome, probability });
  const byBets = book.kind === 'lmsr' ? moveByABet(book, { outcome, recent }) : 0;
  const z = ALWAYS + (recent.isBusy ? 0.75 : 1.5) * moved + 4 * byBets;
  const cut = Math.min(LARGEST_CUT, -Math.expm1(-z));
  const profit = Number(odds - MICRO) / Number(ODDS_STEP);
  const lowest = MICRO + BigInt(Math.floor(profit * (1 - cut))) * ODDS_STEP;
  return larger(microOdds(lowest), LOWEST_ODDS);
}

/** M; what had no price then did not move. */
function largestMove(
  { prices, now }: RecentTrade,
  { outcome, probability }: { outcome: number; probability: number },
): number {
  const samples: (number | null)[] = [];
  let next = 0;
  for (let at = now.getTime() - LOOK_BACK_MS; at < now.getTime(); at += SAMPLE_MS) {
    while ((prices[next + 1]?.at.getTime() ?? Number.POSITIVE_INFINITY) <= at) next += 1;
    const millionths = prices[next]?.price[outcome] ?? null;
    samples.push(millionths === null ? null : logOdds(millionths / 1_000_000));
  }
  samples.push(logOdds(probability));
  const lead = LEAD_MS / SAMPLE_MS;
  let most = 0;
  for (const [i, sample] of samples.slice(lead).entries()) {
    const before = samples[i] ?? null;
    if (sample !== null && before !== null) most = Math.max(most, Math.abs(sample - before));
  }
  return most;
}

/** I. A bet on the outcome moves l by T / b, one on outcome k by p_k / (1 - p) of that. */
function moveByABet(book: LmsrBook, { outcome, recent }: { outcome: number; recent: RecentTrade }): number {
  const probabilities = bookProbabilities(book);
  const others = 1 - probabilityOf(probabilities, outcome);
  const moveOf = (on: number, payout: number) =>
    ((on === outcome ? 1 : probabilityOf(probabilities, on) / others) * payout) / depthOf(book);
  const squares = recent.bets
    .slice(-BETS_LOOKED_AT)
    .map((bet) => moveOf(bet.outcome, Number(bet.payout) / Number(MICRO)) ** 2);
  // Those of the seed fall on the outcomes as often as the prices say.
  const ofSeed = probabilities.reduce((sum, p, on) => sum + p * moveOf(on, SEED_STAKE / p) ** 2, 0);
  const seeds = Math.max(0, Math.min(SEED_BETS, BETS_LOOKED_AT - squares.length));
  const sum = squares.reduce((total, square) => total + square, seeds * ofSeed);
  return Math.sqrt(sum / (squares.length + seeds));
}

function probabilityOf(probabilities: readonly number[], outcome: number): number {
  const probability = probabilities[outcome];
  if (probability === undefined) {
    throw new RangeError(`outcome ${outcome} of a market with ${probabilities.length}`);
  }
  return probability;
}

/** Kept away from 0 and 1 by the half of a millionth that prices are rounded to. */
function logOdds(probability: number): number {
  const p = Math.min(Math.max(probability, 5e-7), 1 - 5e-7);
  return Math.log(p / (1 - p));
}

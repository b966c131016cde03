import { larger } from '../money/bounds.ts';
import { MICRO, type MicroOdds, type MicroUsdc, microOdds } from '../money/micro-usdc.ts';
import { type Book, bookProbabilities } from './book.ts';
import { depthOf, type LmsrBook } from './lmsr.ts';
import { LOWEST_ODDS, ODDS_STEP } from './parse-odds.ts';

/**
 * How far below the current odds a bettor should let a bet be filled: far enough that other bets placed while it is
 * being signed don't make it refused, but close to what was shown. It depends on accepted bets only: quotes cost
 * nothing, so they must not influence what others see.
 *
 * With l = ln(p / (1 - p)) of the outcome, sampled every half second:
 *
 *     M = the largest |l(t) - l(t - 6 s)| of the last minute
 *     I = the root mean square of what one of the last 64 bets moved l by
 *     z = 0.02 + c M + 4 I        c = 1.5, or 0.75 above 40 bets a second
 *     minimum = 1 + (odds - 1) (1 - min(0.6, 1 - e^-z)), rounded down to two decimals
 */

/** Recent activity on a market. */
export interface RecentTrade {
  /** The time of this record. */
  readonly now: Date;
  /**
   * Its prices, oldest first, per outcome in millionths, null without a price. Starts with the last price before the
   * sampled time, or with the first.
   */
  readonly prices: readonly { readonly at: Date; readonly price: readonly (number | null)[] }[];
  /** The last bets accepted, at most `BETS_LOOKED_AT`; `payout` in micro-USDC. */
  readonly bets: readonly { readonly outcome: number; readonly payout: MicroUsdc }[];
  /** Whether more than `BUSY_BETS` were accepted within the last `LEAD_MS`. */
  readonly isBusy: boolean;
}

export const SAMPLE_MS = 500;
const WINDOW_MS = 60_000;
/** Roughly the time from the quote to the bet. */
export const LEAD_MS = 6_000;
/** How far back prices matter. */
export const LOOK_BACK_MS = WINDOW_MS + LEAD_MS;
export const BETS_LOOKED_AT = 64;
/** 40 a second. */
export const BUSY_BETS = 240;

/** A market without bets is treated as if it had these. */
const SEED_BETS = 8;
const SEED_STAKE = 25;

const ALWAYS = 0.02;
const LARGEST_CUT = 0.6;

/**
 * The lowest odds that we suggest to sign for a stake.
 *
 * @param odds the stake's current micro-odds
 * @returns micro-odds, at most `odds`
 * @throws RangeError for an outcome, quoted or bet on, that the market doesn't have
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

/** M; missing prices count as no move. */
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
  // The seed bets are spread over the outcomes by their probabilities.
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

/** Limited to half a millionth from 0 and 1, the rounding of prices. */
function logOdds(probability: number): number {
  const p = Math.min(Math.max(probability, 5e-7), 1 - 5e-7);
  return Math.log(p / (1 - p));
}

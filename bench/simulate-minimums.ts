import { bookRules } from '@tallystone/core/betting/book-rules';
import { type BettableMarket, decideBet } from '@tallystone/core/betting/decide-bet';
import { CENT, type MicroOdds, type MicroUsdc, microUsdc } from '@tallystone/core/money/micro-usdc';
import { worstCaseOf } from '@tallystone/core/odds/exposure';
import { AT_LEAST } from '@tallystone/core/odds/fill-rule';
import {
  type LmsrBook,
  maxStakeOn,
  oddsFor,
  openLmsrBook,
  probabilitiesOf,
} from '@tallystone/core/odds/lmsr';
import {
  BETS_LOOKED_AT,
  BUSY_BETS,
  LEAD_MS,
  LOOK_BACK_MS,
  minOddsOf,
  type RecentTrade,
  SAMPLE_MS,
} from '@tallystone/core/odds/min-odds';
import type { Random } from './random.ts';
import { RICH } from './rich-bettor.ts';

/**
 * A market on which everyone signs the lowest odds that the quote suggests, 0 to 6 seconds before the bet arrives. Three
 * of ten bettors know the true chances, which news changes at times, and bet when the odds are better than fair. One
 * is a sniper, who quotes every outcome and sends the bet whose odds have risen since. The others are honest: they bet on
 * outcomes as often as the prices say, whatever has happened since.
 *
 * The clock is simulated, and the core's rules decide every bet.
 */

const LONGEST_DELAY_MS = 6_000;
const NEWS_EVERY_MS = 120_000;
const OPENED_AT = Date.parse('2026-01-01T00:00:00Z');
const CLOSES_AT = new Date('2026-02-01T00:00:00Z');

type Behaviour = 'honest' | 'informed' | 'sniper';
const TEN: readonly Behaviour[] = [
  ...Array.from({ length: 6 }, () => 'honest' as const),
  ...Array.from({ length: 3 }, () => 'informed' as const),
  'sniper',
];

/** Observations of the honest bettors, and of the house after every accepted bet. */
export interface MinimumsTally {
  sent: number;
  refused: number;
  filled: number;
  /** Sum over filled bets of the share by which the odds were below those shown, negative if they were above. */
  belowShown: number;
  /** Sum over sent bets of the share of the profit that the minimum gives up. */
  promisedCut: number;
  accepted: number;
  overBudget: number;
  belowMinimum: number;
  worstLossShare: number;
}

export const emptyMinimumsTally = (): MinimumsTally => ({
  sent: 0,
  refused: 0,
  filled: 0,
  belowShown: 0,
  promisedCut: 0,
  accepted: 0,
  overBudget: 0,
  belowMinimum: 0,
  worstLossShare: 0,
});

interface Quoted {
  readonly outcome: number;
  readonly stake: MicroUsdc;
  readonly shown: MicroOdds;
  readonly minOdds: MicroOdds;
}

export function simulateMinimums(run: {
  random: Random;
  lossBudget: MicroUsdc;
  outcomes: number;
  /** Bets a second. */
  flow: number;
  bets: number;
  tally: MinimumsTally;
}): void {
  const { random, lossBudget, outcomes, flow, bets, tally } = run;
  const weights = Array.from({ length: outcomes }, () => 0.3 + random.exponential(1));
  let book = openLmsrBook({ rule: AT_LEAST, initialProbabilities: weights, lossBudget });
  let truth = book.initialProbabilities;
  let news = OPENED_AT + random.exponential(NEWS_EVERY_MS);
  const trade = followTrade(book);

  // Quotes and arrivals in the order in which they happen; a quote schedules its arrival.
  const arrivals: { at: number; behaviour: Behaviour; quotes: Quoted[] }[] = [];
  const arriveUntil = (moment: number) => {
    for (;;) {
      const next = arrivals[0];
      if (next === undefined || next.at > moment) return;
      arrivals.shift();
      arrive(next);
    }
  };
  const arrive = ({ at, behaviour, quotes }: (typeof arrivals)[number]) => {
    const bet = behaviour === 'sniper' ? risen(quotes, book) : quotes[0];
    if (bet === undefined) return;
    const market: BettableMarket = {
      state: 'open',
      closesAt: CLOSES_AT,
      outcomeIds: truth.map((_, outcome) => String(outcome)),
      book,
    };
    const now = new Date(at);
    const terms = {
      outcomeId: String(bet.outcome),
      stake: bet.stake,
      odds: bet.minOdds,
      quoteExpiresAt: null,
    };
    const decision = decideBet(bookRules, { market, funds: RICH, terms, now });
    const isHonest = behaviour === 'honest';
    const profit = (odds: MicroOdds) => Number(odds) / 1e6 - 1;
    if (isHonest) {
      tally.sent += 1;
      tally.promisedCut += 1 - profit(bet.minOdds) / profit(bet.shown);
    }
    if (decision.kind === 'rejected') {
      if (isHonest && decision.reason === 'odds-changed') tally.refused += 1;
      return;
    }
    if (isHonest) {
      tally.filled += 1;
      tally.belowShown += 1 - Number(decision.odds) / Number(bet.shown);
    }
    if (decision.odds < bet.minOdds) tally.belowMinimum += 1;
    book = decision.marketAfter.book as LmsrBook;
    trade.add({ at, outcome: bet.outcome, payout: decision.payout, book });
    recordLoss(tally, book);
  };

  let clock = OPENED_AT;
  for (let i = 0; i < bets; i++) {
    clock += random.exponential(1_000 / flow);
    arriveUntil(clock);
    if (clock > news) {
      truth = movedBy(random, truth);
      news = clock + random.exponential(NEWS_EVERY_MS);
    }
    const behaviour = random.pick(TEN);
    const quotes = quotesOf({ random, behaviour, book, truth, recent: trade.recentAt(clock) });
    const arrival = { at: clock + random.unit() * LONGEST_DELAY_MS, behaviour, quotes };
    const place = arrivals.findIndex(({ at }) => at > arrival.at);
    arrivals.splice(place < 0 ? arrivals.length : place, 0, arrival);
  }
  arriveUntil(Number.POSITIVE_INFINITY);
}

function quotesOf(seen: {
  random: Random;
  behaviour: Behaviour;
  book: LmsrBook;
  truth: readonly number[];
  recent: RecentTrade;
}): Quoted[] {
  const { random, behaviour, book, truth, recent } = seen;
  const order = microUsdc(CENT * BigInt(Math.max(1, Math.round(1_500 * Math.exp(random.normal())))));
  const quoteOf = (outcome: number): Quoted[] => {
    const most = maxStakeOn(book, outcome);
    let stake = order;
    if (stake > most) stake = most;
    const shown = oddsFor(book, { outcome, stake });
    if (shown === null) return [];
    return [{ outcome, stake, shown, minOdds: minOddsOf(book, { outcome, odds: shown, recent }) }];
  };
  const probabilities = probabilitiesOf(book);
  const all = () => probabilities.flatMap((_, outcome) => quoteOf(outcome));
  switch (behaviour) {
    case 'honest':
      return quoteOf(random.pickBy(probabilities));
    case 'informed':
      return all()
        .filter(({ shown, outcome }) => (Number(shown) / 1e6) * (truth[outcome] ?? 0) > 1)
        .slice(0, 1);
    case 'sniper':
      return all();
  }
}

/** The quote whose odds have risen most since, if any have. */
function risen(quotes: readonly Quoted[], book: LmsrBook): Quoted | undefined {
  let best: { quote: Quoted; rise: bigint } | undefined;
  for (const quote of quotes) {
    const rise = (oddsFor(book, quote) ?? quote.shown) - quote.shown;
    if (rise > 0n && rise > (best?.rise ?? 0n)) best = { quote, rise };
  }
  return best?.quote;
}

/** The market's recent bets as the server would read them at any moment. */
function followTrade(opened: LmsrBook) {
  const priceOf = (book: LmsrBook) => probabilitiesOf(book).map((p) => Math.round(p * 1_000_000));
  /** The last price of each half second with a bet. */
  let prices: { at: Date; price: number[] }[] = [{ at: new Date(0), price: priceOf(opened) }];
  const bets: { at: number; outcome: number; payout: MicroUsdc }[] = [];
  return {
    add(bet: { at: number; outcome: number; payout: MicroUsdc; book: LmsrBook }) {
      bets.push(bet);
      const stretch = (at: number) => Math.floor(at / SAMPLE_MS);
      const last = prices.at(-1);
      if (last !== undefined && stretch(last.at.getTime()) === stretch(bet.at)) prices.pop();
      prices.push({ at: new Date(bet.at), price: priceOf(bet.book) });
      const since = bet.at - LOOK_BACK_MS;
      const first = prices.findLastIndex(({ at }) => at.getTime() <= since);
      if (first > 0) prices = prices.slice(first);
    },
    recentAt(now: number): RecentTrade {
      const counted = bets.at(-BUSY_BETS - 1);
      return {
        now: new Date(now),
        prices,
        bets: bets.slice(-BETS_LOOKED_AT),
        isBusy: counted !== undefined && counted.at > now - LEAD_MS,
      };
    },
  };
}

/** Counted separately from the core, only from stakes taken and returns owed. */
function recordLoss(tally: MinimumsTally, { openReturns, received, lossBudget, openStakes }: LmsrBook): void {
  tally.accepted += 1;
  let loss = 0n;
  for (const owed of openReturns) if (owed - received > loss) loss = owed - received;
  tally.worstLossShare = Math.max(tally.worstLossShare, Number(loss) / Number(lossBudget));
  if (loss > lossBudget || worstCaseOf({ winners: 1, openReturns, openStakes }) > lossBudget + received)
    tally.overBudget += 1;
}

/** How news changes the true chances. */
function movedBy(random: Random, truth: readonly number[]): number[] {
  const moved = truth.map((p) => p * Math.exp(0.5 * random.normal()));
  const sum = moved.reduce((total, weight) => total + weight, 0);
  return moved.map((weight) => Math.max(0.01, weight / sum));
}

import { bookRules } from '@tallystone/core/betting/book-rules';
import { type BettableMarket, decideBet } from '@tallystone/core/betting/decide-bet';
import {
  CENT,
  type MicroOdds,
  type MicroUsdc,
  microOdds,
  microUsdc,
} from '@tallystone/core/money/micro-usdc';
import { applyBet, worstCaseOf } from '@tallystone/core/odds/exposure';
import { AS_SIGNED } from '@tallystone/core/odds/fill-rule';
import {
  honours,
  type LmsrBook,
  maxStakeOn,
  oddsFor,
  openLmsrBook,
  probabilitiesOf,
  slackOf,
} from '@tallystone/core/odds/lmsr';
import { HIGHEST_ODDS, ODDS_STEP } from '@tallystone/core/odds/parse-odds';
import { prove } from '../proof.ts';
import { type Random, seededRandom } from '../random.ts';
import { RICH } from '../rich-bettor.ts';
import { emptyMinimumsTally, type MinimumsTally, simulateMinimums } from '../simulate-minimums.ts';

/**
 * 100 bettors sign odds that they saw 0 to 6 seconds ago, all on one market. Whatever they know and however
 * fast they come, the house loses at most its budget on every outcome, counted in whole micro-USDC after
 * every accepted bet. How often honest bettors get `odds-changed` is reported by flow.
 *
 * The clock is simulated: bets are sorted by their arrival and decided by the core's rules.
 */

const SEED = 20261121;
const BETTORS = 100;
const LONGEST_DELAY_S = 6;
const LOSS_BUDGET = microUsdc(10_000_000_000n);
/** Per simulated market; high flows reach deep into the book, low ones last longer. */
const BETS_PER_MARKET = 1_500;
/** The suggested minimum follows the last minute: a shorter run would measure how a market opens, not its flow. */
const SHORTEST_S = 60;
const FLOWS_PER_SECOND = [1, 5, 20, 50, 200];

const NOW = new Date('2026-01-01T00:00:00Z');
const CLOSES_AT = new Date('2026-01-02T00:00:00Z');

/**
 * `uninformed`: bets fall on outcomes as often as the prices say. `informed`: everyone knows the true
 * chances and bets wherever the odds are better than fair. `snipers`: everyone holds quotes on every outcome
 * and sends one only if the price has since moved their way. `mixed`: a fifth of each of the two
 * among the uninformed.
 */
type Crowd = 'uninformed' | 'informed' | 'mixed' | 'snipers';
const CROWDS: readonly Crowd[] = ['uninformed', 'informed', 'mixed', 'snipers'];

interface Tally {
  sent: number;
  accepted: number;
  oddsChanged: number;
  otherRefusals: number;
  overBudget: number;
  /** Micro-USDC: the most that any outcome would cost the house on any market. */
  worstLoss: bigint;
  /** USDC: what accepted bets were worth above their stake, at the price when they arrived. */
  givenAway: number;
  staked: number;
}

await prove('stale-quotes', async (proof) => {
  const marketsEach = proof.sample ? 3 : 60;
  const worst = emptyTally();
  const reports: { crowd: Crowd; refusals: string[]; total: Tally }[] = [];
  for (const crowd of CROWDS) {
    const total = emptyTally();
    const refusals: string[] = [];
    for (const flow of FLOWS_PER_SECOND) {
      const tally = emptyTally();
      for (let i = 0; i < marketsEach; i++) {
        const random = seededRandom(SEED + i * 1_000 + flow * 10 + CROWDS.indexOf(crowd));
        simulate({ random, crowd, flow, tally });
      }
      addTo(total, tally);
      refusals.push(`${share(tally.oddsChanged / tally.sent)} at ${flow} bets/s`);
      proof.say(`${crowd}: ${refusals.at(-1)}`);
    }
    addTo(worst, total);
    reports.push({ crowd, refusals, total });
  }
  proof.row({
    what: `${BETTORS} bettors signing after 0 to ${LONGEST_DELAY_S} s, ${CROWDS.length * FLOWS_PER_SECOND.length * marketsEach} markets, ${worst.accepted} accepted bets: house loss if any outcome wins, or if none does`,
    bar: 'within the loss budget after every bet',
    measured: `${worst.overBudget} times over; at most ${share(Number(worst.worstLoss) / Number(LOSS_BUDGET))} of it`,
    ok: worst.accepted > 0 && worst.overBudget === 0,
  });
  for (const { crowd, refusals, total } of reports) {
    proof.timing({
      what: `refused as odds-changed, ${crowd} bettors, stakes of ${(total.staked / total.accepted).toFixed(0)} USDC on average`,
      bar: 'reported by flow',
      measured: `${refusals.join(', ')}; outdated odds gave away ${(100 * (total.givenAway / total.staked)).toFixed(2)}% of what was staked; loss at most ${share(Number(total.worstLoss) / Number(LOSS_BUDGET))} of the budget`,
      ok: total.sent > 0,
    });
  }

  for (const report of minimumsByFlow({ sample: proof.sample, say: proof.say })) {
    const { budget, outcomes, flow, tally } = report;
    const where = `${outcomes} outcomes, a budget of ${budget}, ${flow} bets/s`;
    proof.row({
      what: `the suggested minimum is signed, three of ten informed, one a sniper, and news: ${where}, ${tally.accepted} accepted bets`,
      bar: 'loss within the budget after every bet, no fill below what was signed',
      measured: `${tally.overBudget} times over, at most ${share(tally.worstLossShare)} of it; ${tally.belowMinimum} below`,
      ok: tally.accepted > 0 && tally.overBudget === 0 && tally.belowMinimum === 0,
    });
    const most = flow <= 20 ? 0.015 : 0.05;
    const refused = tally.refused / tally.sent;
    const below = tally.belowShown / tally.filled;
    proof.timing({
      what: `honest bettors among them: refused as odds-changed, and how far fills are below the odds shown, ${where}`,
      bar: `at most ${share(most)}; at most 2% on average`,
      measured: `${share(refused)} of ${tally.sent}; ${share(below)}; the promised cut of the profit is ${share(tally.promisedCut / tally.sent)}`,
      ok: tally.sent > 0 && refused <= most && below <= 0.02,
    });
  }

  const opening = emptyMinimumsTally();
  for (let i = 0; i < (proof.sample ? 1 : 40); i++) {
    const random = seededRandom(SEED + i * 7_919);
    simulateMinimums({
      random,
      lossBudget: LOSS_BUDGET,
      outcomes: 5,
      flow: 200,
      bets: 1_200,
      tally: opening,
    });
  }
  proof.timing({
    what: 'the same in the first 6 s of a market, before there are earlier prices: 5 outcomes, a budget of 10000, 200 bets/s',
    bar: 'reported',
    measured: `${share(opening.refused / opening.sent)} of ${opening.sent}; ${share(opening.belowShown / opening.filled)}`,
    ok: opening.sent > 0,
  });

  const drained = drain(proof.sample ? 10 : 300);
  proof.row({
    what: `a drainer who always signs the best odds still honoured, with or without a quote, ${drained.tally.accepted} accepted bets on ${drained.markets} markets`,
    bar: 'loss within the budget after every bet',
    measured: `${drained.tally.overBudget} times over; at most ${share(Number(drained.tally.worstLoss) / Number(LOSS_BUDGET))} of it; taken below the price at most ${drained.mostTaken.toFixed(2)} USDC a market`,
    ok: drained.tally.accepted > 0 && drained.tally.overBudget === 0,
  });
});

/** Markets on which signed odds are a minimum, by budget, outcomes and flow. */
function minimumsByFlow({ sample, say }: { sample: boolean; say: (line: string) => void }) {
  const reports: { budget: number; outcomes: number; flow: number; tally: MinimumsTally }[] = [];
  for (const budget of [10_000, 100_000]) {
    for (const outcomes of [2, 5]) {
      for (const flow of FLOWS_PER_SECOND) {
        const tally = emptyMinimumsTally();
        const bets = Math.max(BETS_PER_MARKET, flow * SHORTEST_S);
        const markets = bets > BETS_PER_MARKET ? 10 : 40;
        for (let i = 0; i < (sample ? 1 : markets); i++) {
          const random = seededRandom(SEED + budget + outcomes * 1_000 + flow * 10 + i * 7_919);
          const lossBudget = microUsdc(BigInt(budget) * 1_000_000n);
          simulateMinimums({ random, lossBudget, outcomes, flow, bets, tally });
        }
        say(`${budget}, ${outcomes} outcomes, ${flow}/s: ${share(tally.refused / tally.sent)} refused`);
        reports.push({ budget, outcomes, flow, tally });
      }
    }
  }
  return reports;
}

function simulate(run: { random: Random; crowd: Crowd; flow: number; tally: Tally }): void {
  const { random, crowd, flow, tally } = run;
  let market = openMarket(random);
  const truth = trueChances(random, market.book);
  const pastBooks: { at: number; book: LmsrBook }[] = [{ at: 0, book: market.book }];
  // Signed bets on their way, the next arrival first.
  const underWay: { arrivesAt: number; quotedAt: number; bettor: number }[] = [];
  let clock = 0;
  for (let i = 0; i < BETS_PER_MARKET; i++) {
    clock += random.exponential(1 / flow);
    underWay.push({
      quotedAt: clock,
      arrivesAt: clock + random.unit() * LONGEST_DELAY_S,
      bettor: i % BETTORS,
    });
  }
  underWay.sort((a, b) => a.arrivesAt - b.arrivesAt);

  for (const { arrivesAt, quotedAt, bettor } of underWay) {
    const behaviour = behaviourOf(crowd, bettor);
    const quotedBook = bookAt(pastBooks, quotedAt);
    const bet = chooseBet({ random, behaviour, quotedBook, bookNow: market.book, truth });
    if (bet === null) continue;
    const { outcome, stake, odds } = bet;
    const before = probabilitiesOf(market.book)[outcome] ?? 0;
    const decision = decideBet(bookRules, {
      market,
      funds: RICH,
      terms: { outcomeId: String(outcome), stake, odds, quoteExpiresAt: null },
      now: NOW,
    });
    tally.sent += 1;
    if (decision.kind === 'rejected') {
      if (decision.reason === 'odds-changed') tally.oddsChanged += 1;
      else tally.otherRefusals += 1;
      continue;
    }
    market = { ...market, book: applyBet(market.book, bet) };
    pastBooks.push({ at: arrivesAt, book: market.book });
    recordAccepted(tally, market.book);
    const fair = priceFor(before, bet);
    tally.staked += fair.stake;
    tally.givenAway += Math.max(0, fair.gain);
  }
}

type Behaviour = Exclude<Crowd, 'mixed'>;

function behaviourOf(crowd: Crowd, bettor: number): Behaviour {
  if (crowd !== 'mixed') return crowd;
  if (bettor % 5 === 0) return 'informed';
  return bettor % 5 === 1 ? 'snipers' : 'uninformed';
}

interface SignedBet {
  outcome: number;
  stake: MicroUsdc;
  odds: MicroOdds;
}

/** What the bettor finally sends: chosen and signed by the quote; a sniper sends only if it pays. */
function chooseBet(seen: {
  random: Random;
  behaviour: Behaviour;
  quotedBook: LmsrBook;
  bookNow: LmsrBook;
  truth: readonly number[];
}): SignedBet | null {
  const { random, behaviour, quotedBook, bookNow, truth } = seen;
  const probabilities = probabilitiesOf(quotedBook);
  const order = microUsdc(CENT * BigInt(Math.max(1, Math.round(1_500 * Math.exp(random.normal())))));
  const quoteOf = (outcome: number): SignedBet | null => {
    const most = maxStakeOn(quotedBook, outcome);
    let stake = order;
    if (stake > most) stake = most;
    const odds = oddsFor(quotedBook, { outcome, stake });
    return odds === null ? null : { outcome, stake, odds };
  };
  switch (behaviour) {
    case 'uninformed':
      return quoteOf(random.pickBy(probabilities));
    case 'informed': {
      const good = probabilities
        .map((_, outcome) => quoteOf(outcome))
        .filter((bet) => bet !== null && (Number(bet.odds) / 1e6) * (truth[bet.outcome] ?? 0) > 1);
      return good.length > 0 ? random.pick(good) : null;
    }
    case 'snipers': {
      // Without any bet there is nothing to snipe: one sniper in ten starts the movement.
      if (random.chance(0.1)) return quoteOf(random.pickBy(probabilities));
      let best: { bet: SignedBet; edge: bigint } | null = null;
      for (const outcome of probabilities.keys()) {
        const bet = quoteOf(outcome);
        if (bet === null) continue;
        const edge = bet.odds - (oddsFor(bookNow, bet) ?? bet.odds);
        const isTaken = edge > 0n && honours(bookNow, bet);
        if (isTaken && (best === null || edge > best.edge)) best = { bet, edge };
      }
      return best?.bet ?? null;
    }
  }
}

/** One bettor against the house: the highest odds that are honoured, on any outcome, again and again. */
function drain(markets: number) {
  const tally = emptyTally();
  let mostTaken = 0;
  for (let i = 0; i < markets; i++) {
    const random = seededRandom(SEED + 7 * i);
    let book = openMarket(random).book;
    let taken = 0;
    for (let refusals = 0; refusals < 20; ) {
      const outcome = random.between(0, book.initialProbabilities.length - 1);
      const most = maxStakeOn(book, outcome);
      const share = BigInt(random.between(1, 100)) ** 2n;
      const stake = microUsdc(((most / CENT) * share * CENT) / 10_000n);
      const odds = stake < CENT ? null : bestHonouredOdds(book, { outcome, stake });
      if (odds === null) {
        refusals += 1;
        continue;
      }
      const quoted = oddsFor(book, { outcome, stake }) ?? microOdds(0n);
      // A drainer adds nothing to the slack: at or below the quote it waits for another chance.
      if (odds <= quoted) {
        refusals += 1;
        continue;
      }
      const before = slackOf(book);
      book = applyBet(book, { outcome, stake, odds });
      taken += Math.max(0, before - slackOf(book));
      recordAccepted(tally, book);
    }
    mostTaken = Math.max(mostTaken, taken);
  }
  return { tally, markets, mostTaken };
}

function bestHonouredOdds(book: LmsrBook, bet: { outcome: number; stake: MicroUsdc }): MicroOdds | null {
  let low = 100n;
  let high = HIGHEST_ODDS / ODDS_STEP;
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (honours(book, { ...bet, odds: microOdds(middle * ODDS_STEP) })) low = middle;
    else high = middle - 1n;
  }
  return low === 100n ? null : microOdds(low * ODDS_STEP);
}

// ---- what the house could lose, in whole micro-USDC ----------------------------------------------------

/** Counted separately from the core, only from stakes taken and returns owed. */
function recordAccepted(tally: Tally, book: LmsrBook): void {
  tally.accepted += 1;
  let loss = 0n;
  for (const owed of book.openReturns) if (owed - book.received > loss) loss = owed - book.received;
  if (loss > tally.worstLoss) tally.worstLoss = loss;
  if (loss > book.lossBudget || worstCaseOf(book) > book.lossBudget + book.received) tally.overBudget += 1;
}

function priceFor(probability: number, bet: SignedBet): { stake: number; gain: number } {
  const stake = Number(bet.stake) / 1e6;
  return { stake, gain: stake * ((Number(bet.odds) / 1e6) * probability - 1) };
}

// ---- the setting ---------------------------------------------------------------------------------------

/** Of our market maker. */
interface LmsrMarket extends BettableMarket {
  readonly book: LmsrBook;
}

function openMarket(random: Random): LmsrMarket {
  const count = random.between(2, 6);
  const weights = Array.from({ length: count }, () => 0.15 + random.exponential(1));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const initialProbabilities = weights.map((weight) => Math.max(0.02, weight / sum));
  return {
    state: 'open',
    closesAt: CLOSES_AT,
    outcomeIds: initialProbabilities.map((_, outcome) => String(outcome)),
    book: openLmsrBook({ rule: AS_SIGNED, initialProbabilities, lossBudget: LOSS_BUDGET }),
  };
}

/** What the informed know: the opening chances, moved far from what the market thinks. */
function trueChances(random: Random, book: LmsrBook): number[] {
  const moved = book.initialProbabilities.map((p) => p * Math.exp(random.normal()));
  const sum = moved.reduce((total, weight) => total + weight, 0);
  return moved.map((weight) => weight / sum);
}

function bookAt(pastBooks: readonly { at: number; book: LmsrBook }[], moment: number): LmsrBook {
  let low = 0;
  let high = pastBooks.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((pastBooks[middle]?.at ?? 0) <= moment) low = middle;
    else high = middle - 1;
  }
  const found = pastBooks[low];
  if (found === undefined) throw new Error('a market has a book from its first moment on');
  return found.book;
}

// ---- words ---------------------------------------------------------------------------------------------

function emptyTally(): Tally {
  return {
    sent: 0,
    accepted: 0,
    oddsChanged: 0,
    otherRefusals: 0,
    overBudget: 0,
    worstLoss: 0n,
    givenAway: 0,
    staked: 0,
  };
}

function addTo(total: Tally, part: Tally): void {
  total.sent += part.sent;
  total.accepted += part.accepted;
  total.oddsChanged += part.oddsChanged;
  total.otherRefusals += part.otherRefusals;
  total.givenAway += part.givenAway;
  total.staked += part.staked;
  total.overBudget += part.overBudget;
  if (part.worstLoss > total.worstLoss) total.worstLoss = part.worstLoss;
}

function share(part: number): string {
  return `${(part * 100).toFixed(1)}%`;
}

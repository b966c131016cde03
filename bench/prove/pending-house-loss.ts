import { type ChainBet, chainRules } from '@tallystone/core/betting/chain-rules';
import { decideBet } from '@tallystone/core/betting/decide-bet';
import {
  CENT,
  MICRO,
  type MicroOdds,
  type MicroUsdc,
  microOdds,
  microUsdc,
  ZERO_USDC,
} from '@tallystone/core/money/micro-usdc';
import { type Book, bookFill, bookMaxStake, bookOdds } from '@tallystone/core/odds/book';
import { applyBet } from '@tallystone/core/odds/exposure';
import type { FeedBook } from '@tallystone/core/odds/feed';
import { AS_SIGNED } from '@tallystone/core/odds/fill-rule';
import { openLmsrBook } from '@tallystone/core/odds/lmsr';
import { HIGHEST_ODDS, LOWEST_ODDS, ODDS_STEP } from '@tallystone/core/odds/parse-odds';
import { payoutOf } from '@tallystone/core/odds/payout';
import { dropPendingBet, pendingExposureOf, withPending } from '@tallystone/core/odds/pending';
import { everyResult } from '@tallystone/testkit/rules/every-result.ts';
import { prove } from '../proof.ts';
import { type Random, seededRandom } from '../random.ts';

/**
 * What the house can lose on bets whose stakes are on their way through a chain. Bettors who only want its money have
 * bets accepted on thousands of markets of each kind, and choose which of them fail after they have seen everything that
 * came later, including the result. The product's own rules decide bets; this proof counts what is owed and was taken,
 * bet by bet, for every choice of pending bets that stay.
 *
 * The same bettors then meet a house that treats a pending bet as a bet, to show that they find whatever can be exploited.
 */

const SEED = 20261122;
const STEPS = 60;
/** With this many pending bets every choice is tried; with more, the worst for each result, which is known. */
const MOST_TRIED = 10;

const NOW = new Date('2026-01-01T00:00:00Z');
const CLOSES_AT = new Date('2026-01-02T00:00:00Z');
const PLENTY = microUsdc(10n ** 17n);
const RICH: ChainBet['funds'] = {
  balance: PLENTY,
  stakedToday: ZERO_USDC,
  dailyStakeCap: PLENTY,
  blockedUntil: null,
  waitsUntil: null,
};
const OUTCOME_IDS = ['0', '1', '2', '3', '4', '5'];

interface Bet {
  readonly outcome: number;
  readonly stake: MicroUsdc;
  readonly odds: MicroOdds;
}

/** How a house decides. */
interface House {
  /** The book after the bet was accepted, or null. */
  accept(book: Book, bet: Bet): Book | null;
  /** The book after a pending bet was decided. */
  end(book: Book, bet: Bet, stays: boolean): Book;
  /** The best odds that it gives for a stake now. */
  odds(book: Book, asked: { outcome: number; stake: MicroUsdc }): MicroOdds | null;
}

/** The product's. */
const OURS: House = {
  accept(book, { outcome, stake, odds }) {
    const decision = decideBet(chainRules, {
      market: {
        state: 'open',
        closesAt: CLOSES_AT,
        outcomeIds: OUTCOME_IDS.slice(0, book.openReturns.length),
        book,
        chainHalt: null,
        holdable: PLENTY,
        chainLimit: PLENTY,
      },
      funds: RICH,
      terms: {
        outcomeId: String(outcome),
        stake,
        odds,
        quoteExpiresAt: CLOSES_AT,
        live: { deadline: CLOSES_AT, isAuthorizationUsed: false },
      },
      now: NOW,
    });
    return decision.kind === 'accepted' ? decision.marketAfter.book : null;
  },
  end(book, bet, stays) {
    const dropped = dropPendingBet(book, bet);
    return stays ? applyBet(dropped, bet) : dropped;
  },
  odds: (book, asked) => bookOdds(withPending(book), asked),
};

/** A house that prices as if every pending bet stayed. */
const CREDULOUS: House = {
  accept(book, bet) {
    const isTaken =
      bet.stake <= bookMaxStake(book, bet.outcome) && bookFill(book, { ...bet, isQuoted: true }) !== null;
    return isTaken ? applyBet(book, bet) : null;
  },
  end(book, bet, stays) {
    if (stays) return book;
    const payout = payoutOf(bet);
    return {
      ...book,
      openReturns: book.openReturns.map((owed, j) => (j === bet.outcome ? microUsdc(owed - payout) : owed)),
      received: microUsdc(book.received - bet.stake),
      openStakes: microUsdc(book.openStakes - bet.stake),
    };
  },
  odds: bookOdds,
};

/**
 * `pumpers` raise the odds of one outcome with bets on all others that they let fail. `optioners` bet on everything and
 * keep what has won. `drainers` sign the highest odds that are accepted. `crowd` does all of it, and keeps what it likes.
 */
type Crew = 'pumpers' | 'optioners' | 'drainers' | 'crowd';
const CREWS: readonly Crew[] = ['pumpers', 'optioners', 'drainers', 'crowd'];

/** The indices of the winners of each possible result. */
type Results = readonly (readonly number[])[];

interface Tally {
  markets: number;
  accepted: number;
  failed: number;
  stayed: number;
  /** Choices of pending bets that stay, each with every result. */
  choices: number;
  overBudget: number;
  /** Steps at which core's figure wasn't the worst of all choices. */
  misjudged: number;
  /** The worst of any market, as a share of its budget. */
  worstShare: number;
  /** Bets on the pumped outcome, and how often its odds were better than before the pumping. */
  pumped: number;
  improved: number;
}

await prove('pending-house-loss', async (proof) => {
  const markets = proof.sample ? 300 : 10_000;
  for (const [what, open] of [
    ['of the market maker', anLmsrBook],
    ['of the feed', aFeedBook],
  ] as const) {
    const tally = emptyTally();
    for (let i = 0; i < markets; i++) play(open, seededRandom(SEED + 13 * i), crewOf(i), OURS, tally);
    proof.row({
      what: `loss of the house on ${tally.markets} markets ${what}: ${tally.accepted} bets accepted, of which ${tally.failed} failed and ${tally.stayed} stayed as their bettors chose; after every step, whichever pending bets stay and whatever the result`,
      bar: 'never above the budget',
      measured: `${tally.overBudget} of ${tally.choices} choices above it; at most ${percent(tally.worstShare)} of it`,
      ok: tally.accepted > markets && tally.failed > 0 && tally.stayed > 0 && tally.overBudget === 0,
    });
    proof.row({
      what: `the loss computed before a bet is accepted, compared with the worst of all choices, ${what}`,
      bar: 'equal to the micro-USDC',
      measured: `${tally.misjudged} times another one`,
      ok: tally.choices > 0 && tally.misjudged === 0,
    });
    proof.row({
      what: `odds of an outcome after others were pumped with bets that then fail, ${what}`,
      bar: 'never better than before',
      measured: `better ${tally.improved} of ${tally.pumped} times`,
      ok: tally.pumped > 0 && tally.improved === 0,
    });
  }
  const naive = emptyTally();
  for (let i = 0; i < 300; i++) play(anLmsrBook, seededRandom(SEED + 13 * i), crewOf(i), CREDULOUS, naive);
  proof.row({
    what: `the same bettors on ${naive.markets} markets of a house that treats pending bets as bets`,
    bar: 'they get better odds by pumping, and more than the budget',
    measured: `better odds ${naive.improved} of ${naive.pumped} times; ${naive.overBudget} choices above the budget, at most ${percent(naive.worstShare)} of it`,
    ok: naive.improved > 0 && naive.overBudget > 0,
  });
});

function play(open: (random: Random) => Book, random: Random, crew: Crew, house: House, tally: Tally): void {
  let book = house === OURS ? withPending(open(random)) : open(random);
  const budget = book.kind === 'lmsr' ? book.lossBudget : book.room;
  const outcomes = book.openReturns.length;
  const results = everyResult(outcomes, book.winners ?? 1);
  const pending: Bet[] = [];
  const stayed: Bet[] = [];
  tally.markets += 1;

  const place = (outcome: number, share: number, above: bigint): boolean => {
    const stake = shareOf(bookMaxStake(book, outcome), share);
    const quoted = house.odds(book, { outcome, stake });
    if (quoted === null) return false;
    const odds = highest(
      quoted + above * ODDS_STEP,
      (tried) => house.accept(book, { outcome, stake, odds: tried }) !== null,
    );
    const after = odds === null ? null : house.accept(book, { outcome, stake, odds });
    if (odds === null || after === null) return false;
    book = after;
    pending.push({ outcome, stake, odds });
    tally.accepted += 1;
    return true;
  };
  const end = (bet: Bet, stays: boolean) => {
    book = house.end(book, bet, stays);
    pending.splice(pending.indexOf(bet), 1);
    if (stays) stayed.push(bet);
    tally[stays ? 'stayed' : 'failed'] += 1;
  };

  for (let step = 0; step < STEPS; step++) {
    const outcome = random.between(0, outcomes - 1);
    if (crew === 'pumpers' && random.chance(0.4)) {
      const stake = shareOf(bookMaxStake(book, outcome), random.unit() ** 2);
      const before = house.odds(book, { outcome, stake });
      for (let other = 0; other < outcomes; other++) if (other !== outcome) place(other, random.unit(), 0n);
      const after = house.odds(book, { outcome, stake });
      if (before !== null && after !== null) {
        tally.pumped += 1;
        if (after > before) tally.improved += 1;
      }
      place(outcome, random.unit(), 0n);
      for (const bet of [...pending]) if (bet.outcome !== outcome && random.chance(0.9)) end(bet, false);
    } else if (random.chance(0.7)) {
      const above = crew === 'drainers' || random.chance(0.2) ? 5n : random.chance(0.5) ? 0n : -1n;
      place(outcome, crew === 'optioners' ? random.unit() : random.unit() ** 3, above);
    } else if (pending.length > 0) {
      end(random.pick(pending), crew === 'optioners' ? random.chance(0.2) : random.chance(0.5));
    }
    check({ book, pending, stayed, budget, results }, house, tally);
  }
  // The result is known before the last blocks are final: what has won stays, all else fails.
  const won = random.pick(results);
  for (const bet of [...pending]) end(bet, won.includes(bet.outcome));
  check({ book, pending, stayed, budget, results }, house, tally);
}

/** Counts from the bets alone what every result costs with every choice of pending bets that stay. */
function check(
  at: { book: Book; pending: readonly Bet[]; stayed: readonly Bet[]; budget: bigint; results: Results },
  house: House,
  tally: Tally,
): void {
  const { book, pending, stayed, budget, results } = at;
  let worst = 0n;
  for (const chosen of choicesOf(pending, results)) {
    tally.choices += 1;
    const real = [...stayed, ...chosen];
    const taken = real.reduce((sum, { stake }) => sum + stake, 0n);
    const owed: bigint[] = [];
    for (const bet of real) owed[bet.outcome] = (owed[bet.outcome] ?? 0n) + payoutOf(bet);
    // A void returns every stake, which costs nothing.
    let most = 0n;
    for (const won of results) {
      const paid = won.reduce((sum, outcome) => sum + (owed[outcome] ?? 0n), 0n);
      if (paid > most) most = paid;
    }
    const lost = most - taken;
    if (lost > worst) worst = lost;
    if (lost > budget) tally.overBudget += 1;
  }
  if (house === OURS && pendingExposureOf(book) !== worst) tally.misjudged += 1;
  tally.worstShare = Math.max(tally.worstShare, Number(worst) / Number(budget));
}

function* choicesOf(pending: readonly Bet[], results: Results): Generator<Bet[]> {
  if (pending.length <= MOST_TRIED) {
    for (let chosen = 0; chosen < 2 ** pending.length; chosen++) {
      yield pending.filter((_, place) => (chosen >> place) & 1);
    }
    return;
  }
  yield [];
  yield [...pending];
  for (const won of results) yield pending.filter(({ outcome }) => won.includes(outcome));
}

/** The highest odds up to these that are accepted, or null. */
function highest(most: bigint, isTaken: (odds: MicroOdds) => boolean): MicroOdds | null {
  for (let odds = most; odds >= LOWEST_ODDS && most - odds <= 8n * ODDS_STEP; odds -= ODDS_STEP) {
    if (odds <= HIGHEST_ODDS && isTaken(microOdds(odds))) return microOdds(odds);
  }
  return null;
}

function anLmsrBook(random: Random): Book {
  const weights = Array.from({ length: random.between(2, 6) }, () => 0.1 + random.exponential(1));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return openLmsrBook({
    rule: AS_SIGNED,
    initialProbabilities: weights.map((weight) => Math.max(0.015, weight / sum)),
    lossBudget: microUsdc(BigInt(Math.round(1_000 * 100 ** random.unit())) * MICRO),
  });
}

function aFeedBook(random: Random): FeedBook {
  const chances = Array.from({ length: random.between(2, 6) }, () => 0.05 + random.exponential(1));
  const sum = chances.reduce((total, chance) => total + chance, 0);
  const winners = chances.length > 2 && random.chance(1 / 3) ? 2 : 1;
  const cap = microUsdc(BigInt(Math.round(500 * 200 ** random.unit())) * MICRO);
  return {
    kind: 'feed',
    rule: AS_SIGNED,
    winners,
    odds: chances.map((chance) => {
      const hundredths = BigInt(
        Math.min(100_000, Math.max(101, Math.floor((95 * sum) / (winners * chance)))),
      );
      return microOdds(hundredths * ODDS_STEP);
    }),
    pricedAt: NOW,
    lossBudget: cap,
    room: cap,
    openReturns: chances.map(() => ZERO_USDC),
    received: ZERO_USDC,
    openStakes: ZERO_USDC,
  };
}

function crewOf(market: number): Crew {
  return CREWS[market % CREWS.length] ?? 'crowd';
}

function shareOf(most: MicroUsdc, share: number): MicroUsdc {
  return microUsdc(BigInt(Math.max(1, Math.floor(Number(most / CENT) * share))) * CENT);
}

function emptyTally(): Tally {
  return {
    markets: 0,
    accepted: 0,
    failed: 0,
    stayed: 0,
    choices: 0,
    overBudget: 0,
    misjudged: 0,
    worstShare: 0,
    pumped: 0,
    improved: 0,
  };
}

function percent(share: number): string {
  return `${(100 * share).toFixed(2)}%`;
}

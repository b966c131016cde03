import { bookRules } from '@tallystone/core/betting/book-rules';
import { type BettableMarket, decideBet } from '@tallystone/core/betting/decide-bet';
import { CASH_OUT_AFTER_MS, decideCashOut } from '@tallystone/core/betting/decide-cash-out';
import {
  CENT,
  MICRO,
  type MicroOdds,
  type MicroUsdc,
  microOdds,
  microUsdc,
  ZERO_USDC,
} from '@tallystone/core/money/micro-usdc';
import {
  type Book,
  bookCashOutValue,
  bookFill,
  bookMaxStake,
  endBetInBook,
} from '@tallystone/core/odds/book';
import {
  atEveryStart,
  type MarketAtStarts,
  type MarketStarts,
  momentsOf,
} from '@tallystone/core/odds/every-start';
import { applyBet, exposureOf } from '@tallystone/core/odds/exposure';
import { type FeedBook, feedCashOutValue } from '@tallystone/core/odds/feed';
import { AS_SIGNED, AT_LEAST } from '@tallystone/core/odds/fill-rule';
import { type LmsrBook, oddsFor, openLmsrBook, probabilitiesOf } from '@tallystone/core/odds/lmsr';
import { HIGHEST_ODDS, LOWEST_ODDS, ODDS_STEP } from '@tallystone/core/odds/parse-odds';
import { payoutOf } from '@tallystone/core/odds/payout';
import { setsOf } from '@tallystone/core/odds/winner-sets';
import { rehearse } from '@tallystone/core/settlement/rehearse';
import type { MarketResult } from '@tallystone/core/settlement/result';
import { settleBet } from '@tallystone/core/settlement/settle-bet';
import { noAnyStartTally, playAnyStart } from '@tallystone/testkit/rules/any-start.ts';
import { everyResult } from '@tallystone/testkit/rules/every-result.ts';
import { restOf, somePart } from '@tallystone/testkit/rules/some-part.ts';
import { feedOdds, pickWinners } from '../feed-odds.ts';
import { type Proof, prove } from '../proof.ts';
import { type Random, seededRandom } from '../random.ts';
import { RICH } from '../rich-bettor.ts';

/**
 * What the house can lose. Bettors who only want its money bet on thousands of markets of each kind, at the highest
 * odds that are still accepted, pump prices with partners, sell their bets back at the best moment and then get the
 * worst of all results, including a void. The product's own rules decide everything; this proof counts what is held
 * and owed, bet by bet, only from what was staked and paid.
 *
 * A game whose start turns out to be in the past voids the bets placed after it, although cash-outs may have
 * been paid meanwhile, which remain. For each market of the feed, and for each game, every such moment is tried.
 */

const SEED = 20261121;
const STEPS = 60;
/** How many books back a quote may be from. */
const STALE_STEPS = 6;

const NOW = new Date('2026-01-01T00:00:00Z');
const CLOSES_AT = new Date('2027-01-01T00:00:00Z');
const PLACED_AT = new Date(NOW.getTime() - CASH_OUT_AFTER_MS);
const OUTCOME_IDS = ['0', '1', '2', '3', '4', '5'];
const VOID: MarketResult = { kind: 'void' };

interface OpenBet {
  readonly outcome: number;
  readonly stake: MicroUsdc;
  readonly payout: MicroUsdc;
  readonly placedAt: Date;
}

/** A market as its bettors and this count see it. */
interface Simulated {
  market: BettableMarket;
  /** The indices of the winners of each possible result. */
  readonly results: readonly (readonly number[])[];
  /** In the order in which they were placed. */
  open: OpenBet[];
  /** What the house put in, and the escrow's balance, micro-USDC. */
  readonly funded: bigint;
  escrow: bigint;
  cashOuts: number;
  /** Bets of the market maker all come a minute before NOW; on a market of the feed time advances. */
  placesAt: Date;
  now: Date;
}

/**
 * `drainers` sign the highest odds that are accepted. `pumpers` buy what is cheap, drive its price up with a partner and
 * sell. `voiders` buy everything, sell what has gained and wait with what has lost for a void. `crowd` does all of it,
 * at quotes of any age.
 */
type Crew = 'drainers' | 'pumpers' | 'voiders' | 'crowd';
const CREWS: readonly Crew[] = ['drainers', 'pumpers', 'voiders', 'crowd'];

/** How often a crew sells rather than bets. */
const SELLS: Readonly<Record<Crew, number>> = { drainers: 0.2, pumpers: 0.35, voiders: 0.35, crowd: 0.4 };

interface Tally {
  markets: number;
  /** Those in which two outcomes win. */
  doubles: number;
  bets: number;
  cashOuts: number;
  /** How many of them sold only a part of a bet. */
  parts: number;
  checks: number;
  /** Checks at which some result would have cost more than the house may lose, or couldn't have been paid. */
  overLimit: number;
  unfunded: number;
  /** The worst of any market: its loss as a share of its budget or cap. */
  worstShare: number;
  /** Cash-outs refused because the others couldn't be paid afterwards. */
  notCovered: number;
  /** Checks at which, after cash-outs, a void was the worst result and cost the house money. */
  voidIsWorst: number;
  /** Ends of markets for which settling bet by bet differed from the rehearsal. */
  misrehearsed: number;
}

await prove('house-loss', async (proof) => {
  const markets = proof.sample ? 300 : 10_000;

  const lmsr = emptyTally();
  for (let i = 0; i < markets; i++) simulateLmsr(seededRandom(SEED + 13 * i), pickCrew(i), lmsr);
  reportTally(proof, 'markets of the market maker', 'loss budget', lmsr);

  const feed = emptyTally();
  const games = { count: 0, overCap: 0, worstShare: 0 };
  const late: LateTally = { games: 0, starts: 0, overCap: 0, overGameCap: 0, unfunded: 0, worstShare: 0 };
  for (let i = 0; feed.markets < markets; i++) {
    simulateGame(seededRandom(SEED + 17 * i + 5), pickCrew(i), { feed, games, late });
  }
  reportTally(proof, 'markets of the feed', 'cap', feed);
  proof.row({
    what: `bets taken on these ${feed.markets} markets of the feed, in ${feed.doubles} of which two outcomes win, so that the rows about them mean something`,
    bar: 'at least 20 a market',
    measured: `${(feed.bets / feed.markets).toFixed(1)} a market`,
    ok: feed.bets >= 20 * feed.markets && feed.doubles >= feed.markets / 10,
  });
  proof.row({
    what: `loss of the house on all markets of a game together, over ${games.count} games, after every step`,
    bar: "never above the game's cap",
    measured: `${games.overCap} times above it; at most ${percent(games.worstShare)} of it`,
    ok: games.count > 0 && games.overCap === 0,
  });
  proof.row({
    what: `a game turns out to have begun before any of its bets, and later ones are refunded while cash-outs remain: ${late.starts} starts of ${late.games} games`,
    bar: 'everyone is paid from the escrow, and no market or game loses more than its cap',
    measured: `${late.unfunded} not paid, ${late.overCap} markets and ${late.overGameCap} games above their caps; at most ${percent(late.worstShare)} of a game's`,
    ok: late.starts > 0 && late.unfunded === 0 && late.overCap === 0 && late.overGameCap === 0,
  });
  reportAnyStart(proof, proof.sample ? 5_000 : 1_000_000);
  reportCycles(proof, proof.sample ? 5_000 : 1_000_000);
  reportOwnCycles(proof, proof.sample ? 5_000 : 1_000_000);
  const rare: [what: string, ...counts: number[]][] = [
    ['cash-outs refused as not covered', lmsr.notCovered, feed.notCovered],
    ['a void the worst result after cash-outs', lmsr.voidIsWorst, feed.voidIsWorst],
  ];
  proof.row({
    what: 'rare cases that occurred (market maker and feed)',
    bar: 'each at least once',
    measured: rare.map(([what, ...counts]) => `${what}: ${counts.join(' and ')}`).join('; '),
    ok: rare.every(([, ...counts]) => counts.every((count) => count > 0)),
  });
});

// ---- markets of the market maker -----------------------------------------------------------------------

function simulateLmsr(random: Random, crew: Crew, tally: Tally): void {
  const count = random.between(2, 6);
  const weights = Array.from({ length: count }, () => 0.1 + random.exponential(1));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const initialProbabilities = weights.map((weight) => Math.max(0.015, weight / sum));
  const lossBudget = microUsdc(BigInt(Math.round(1_000 * 100 ** random.unit())) * MICRO);
  const book = openLmsrBook({ rule: random.pick([AS_SIGNED, AT_LEAST]), initialProbabilities, lossBudget });
  const simulated = openSimulated(book);
  const past: LmsrBook[] = [book];
  let favourite = 0;

  for (let step = 0; step < STEPS; step++) {
    const now = lmsrOf(simulated);
    if (random.chance(SELLS[crew])) {
      sell(simulated, chooseSale(simulated, random, crew), { tally, random });
    } else {
      const probabilities = probabilitiesOf(now);
      const cheapest = probabilities.indexOf(Math.min(...probabilities));
      if (random.chance(0.3)) favourite = crew === 'pumpers' ? cheapest : random.between(0, count - 1);
      const outcome = crew === 'pumpers' || crew === 'voiders' ? favourite : random.between(0, count - 1);
      const stake = shareOf(bookMaxStake(now, outcome), stakeShare(random, crew));
      const quoted = oddsFor(past.at(-1 - random.between(0, STALE_STEPS)) ?? now, { outcome, stake });
      const odds =
        crew === 'drainers' || random.chance(0.15)
          ? highestHonoured(now, { outcome, stake })
          : random.chance(0.5)
            ? oddsFor(now, { outcome, stake })
            : quoted;
      if (odds !== null) bet(simulated, { outcome, stake, odds }, tally);
    }
    past.push(lmsrOf(simulated));
    check(simulated, simulated.funded, tally);
  }
  end(simulated, tally);
}

function stakeShare(random: Random, crew: Crew): number {
  switch (crew) {
    case 'drainers':
      return random.unit() ** 2;
    case 'pumpers':
      return random.chance(0.5) ? 1 : random.unit();
    case 'voiders':
      return random.chance(0.3) ? 1 : random.unit() ** 2;
    case 'crowd':
      return random.unit() ** 3;
  }
}

function highestHonoured(book: LmsrBook, asked: { outcome: number; stake: MicroUsdc }): MicroOdds | null {
  const fresh = oddsFor(book, asked);
  if (fresh === null) return null;
  let low = fresh / ODDS_STEP;
  // A stake never gets more than a few percent above its quote.
  let high = (low * 105n) / 100n + 2n;
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    const odds = microOdds(middle * ODDS_STEP);
    if (bookFill(book, { ...asked, odds, isQuoted: true }) !== null) low = middle;
    else high = middle - 1n;
  }
  return microOdds(low * ODDS_STEP);
}

// ---- markets of the feed -------------------------------------------------------------------------------

interface GameTallies {
  feed: Tally;
  games: { count: number; overCap: number; worstShare: number };
  late: LateTally;
}

interface LateTally {
  games: number;
  starts: number;
  overCap: number;
  overGameCap: number;
  unfunded: number;
  /** The largest loss, as a share of the game's cap. */
  worstShare: number;
}

/** One to three markets of a game, which share the game's cap. */
function simulateGame(random: Random, crew: Crew, { feed, games, late }: GameTallies): void {
  const margin = random.pick([0, 0.02, 0.05, 0.08]);
  const rule = random.pick([AS_SIGNED, AT_LEAST]);
  const paceMs = 10 ** random.between(2, 6);
  let at = NOW.getTime();
  const gameCap = microUsdc(BigInt(Math.round(500 * 200 ** random.unit())) * MICRO);
  const markets = Array.from({ length: random.between(1, 3) }, () => {
    const chances = Array.from({ length: random.between(2, 6) }, () => 0.05 + random.exponential(1));
    const winners = pickWinners(random, chances.length);
    const cap = microUsdc((gameCap * BigInt(random.between(20, 100))) / 100n);
    const odds = feedOdds(chances, { margin, winners });
    const book = { ...emptyFeed(cap, chances.length), rule, winners, odds };
    return { simulated: openSimulated(book), chances };
  });
  games.count += 1;

  for (let step = 0; step < STEPS * markets.length; step++) {
    const chosen = random.pick(markets);
    const { simulated } = chosen;
    at += Math.floor(2 * paceMs * random.unit());
    simulated.now = new Date(at);
    simulated.placesAt = simulated.now;
    const beside = markets.filter((each) => each !== chosen);
    const others = beside.reduce((sum, each) => sum + lossOf(each.simulated), 0n);
    const left = gameCap - others;
    const book = feedOf(simulated);
    const room = left < book.lossBudget ? microUsdc(left > 0n ? left : 0n) : book.lossBudget;
    simulated.market = { ...simulated.market, book: { ...book, room, pricedAt: simulated.now } };
    // Someone at the game knows where the odds will go next.
    const next = chosen.chances.map((chance) => Math.max(0.002, chance * Math.exp(0.35 * random.normal())));
    const nextOdds = feedOdds(next, { margin, winners: book.winners });

    if (random.chance(SELLS[crew])) {
      const sold = chooseSale(simulated, random, crew);
      const of = [chosen, ...beside].map((each) => startsOf(each.simulated));
      const [starts = null] = sold === null ? [] : atEveryStart({ cap: gameCap, markets: of });
      sell(simulated, sold, { tally: feed, random, starts });
    } else {
      const outcome =
        crew === 'crowd' ? random.between(0, book.odds.length - 1) : mostFalling(book.odds, nextOdds);
      const now = book.odds[outcome] ?? LOWEST_ODDS;
      // The highest odds that the rule accepts: 1% above the feed's, or the feed's as a minimum.
      const highest = rule === AS_SIGNED ? ((now * 101n) / 100n / ODDS_STEP) * ODDS_STEP : now;
      const odds = microOdds(highest > HIGHEST_ODDS ? HIGHEST_ODDS : highest);
      const most = bookMaxStake({ ...book, room }, outcome);
      const stake = shareOf(
        most,
        (stakeShare(random, crew) * Number(now - MICRO)) / Math.max(1, Number(odds - MICRO)),
      );
      bet(simulated, { outcome, stake, odds }, feed);
    }
    if (random.chance(0.6)) {
      chosen.chances = next;
      const moved = feedOf(simulated);
      simulated.market = { ...simulated.market, book: { ...moved, odds: nextOdds } };
    }
    check(simulated, simulated.funded, feed);
    const loss = markets.reduce((sum, each) => sum + lossOf(each.simulated), 0n);
    games.worstShare = Math.max(games.worstShare, Number(loss) / Number(gameCap));
    if (loss > gameCap) games.overCap += 1;
  }
  for (const { simulated } of markets) end(simulated, feed);
  beginEarlier(
    markets.map(({ simulated }) => simulated),
    gameCap,
    late,
  );
}

/** What each possible start would make of a market, from its bets one by one. */
function startsOf({ open, market, funded, escrow }: Simulated): MarketStarts {
  const sets = setsOf(market.book);
  return {
    cap: microUsdc(funded),
    kept: microUsdc(escrow - funded - open.reduce((sum, { stake }) => sum + stake, 0n)),
    sets,
    steps: momentsOf(
      sets,
      open.map((each) => ({ ...each, at: each.placedAt.getTime() })),
    ),
  };
}

/** The outcome whose odds are about to fall most: a bet on it gains most. */
function mostFalling(now: FeedBook['odds'], next: readonly MicroOdds[]): number {
  const falls = next.map((odds, outcome) => Number(now[outcome] ?? odds) / Number(odds));
  return falls.indexOf(Math.max(...falls));
}

/** What it costs when the bets from some moment on are refunded and all cash-outs remain, tried with every such moment. */
function beginEarlier(markets: readonly Simulated[], gameCap: bigint, late: LateTally): void {
  late.games += 1;
  const moments = markets.flatMap(({ open }) => open.map(({ placedAt }) => placedAt.getTime()));
  for (const start of new Set(moments)) {
    late.starts += 1;
    let ofGame = 0n;
    for (const { open, market, results, funded, escrow } of markets) {
      const refunded = open.filter(({ placedAt }) => placedAt.getTime() >= start);
      const left = open.filter(({ placedAt }) => placedAt.getTime() < start);
      const book = refunded.reduce<Book>(
        (before, each) => endBetInBook(before, { ...each, paid: each.stake }),
        market.book,
      );
      const refunds = refunded.reduce((sum, { stake }) => sum + stake, 0n);
      const owed = mostOwed({ open: left, results });
      // Refunded and paid from the escrow, by this count; the book must agree with it.
      if (escrow - refunds < owed || owed !== worstOf(book)) late.unfunded += 1;
      const loss = funded - (escrow - refunds) + owed;
      if (loss > funded) late.overCap += 1;
      if (loss > 0n) ofGame += loss;
    }
    if (ofGame > gameCap) late.overGameCap += 1;
    late.worstShare = Math.max(late.worstShare, Number(ofGame) / Number(gameCap));
  }
}

/** Games of a feed with any error, whose every start and result is counted bet by bet after each step. */
function reportAnyStart(proof: Proof, steps: number): void {
  const tally = noAnyStartTally();
  for (let game = 0; tally.steps < steps; game++) {
    playAnyStart(seededRandom(SEED + 19 * game).unit, Math.min(100, steps - tally.steps), tally);
  }
  proof.say(`${tally.steps} steps of games that may have begun at any moment`);
  proof.row({
    what: `bets and cash-outs on one to three markets of a game at odds that err, with every start and all results counted after each of ${tally.steps} steps (${tally.bets} bets, ${tally.cashOuts} cash-outs, ${tally.parts} of them of a part)`,
    bar: 'no market and no game ever above its cap',
    measured: `${tally.violations} violations; at most ${percent(tally.worstShare)} of a game's cap; ${tally.earlierIsWorse} times an earlier start was the worst`,
    ok: tally.parts > 0 && tally.earlierIsWorse > 0 && tally.violations === 0,
  });
  proof.row({
    what: `each of these cash-outs is refused if some start would break a cap, and only then (${tally.notCovered} refused; ${tally.byMinutes} needed the minutes, ${tally.byBets} the bets of some)`,
    bar: '0 exceptions',
    measured: `${tally.misjudged}`,
    ok: tally.notCovered > 0 && tally.byBets > 0 && tally.misjudged === 0,
  });
}

/**
 * A cash-out on a market of the feed doesn't depend on other bets, so a cycle makes a profit only if one of its bets
 * is sold for more than its stake while the odds don't change.
 */
function reportCycles(proof: Proof, bets: number): void {
  const random = seededRandom(SEED + 23);
  let profits = 0;
  let best = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < bets; i++) {
    const chances = Array.from({ length: random.between(2, 6) }, () => 0.01 + random.exponential(1));
    const winners = pickWinners(random, chances.length);
    const odds = feedOdds(chances, { margin: random.pick([0, 0.01, 0.05, 0.1]), winners });
    // Odds cut off at the lowest or highest value don't follow the chances: every bettor gains from such a feed, with or without cash-outs.
    if (odds.includes(LOWEST_ODDS) || odds.includes(HIGHEST_ODDS)) continue;
    const outcome = random.between(0, odds.length - 1);
    const stake = microUsdc(BigInt(random.between(1, 1_000_000)) * CENT);
    const signed = ((odds[outcome] ?? LOWEST_ODDS) * 101n) / 100n;
    const payout = payoutOf({ stake, odds: microOdds((signed / ODDS_STEP) * ODDS_STEP) });
    const book = { ...emptyFeed(microUsdc(MICRO), odds.length), winners, odds };
    const gain = (feedCashOutValue(book, { outcome, payout }) ?? ZERO_USDC) - stake;
    best = Math.max(best, Number(gain) / Number(stake));
    if (gain > 0n) profits += 1;
  }
  proof.row({
    what: `a bet on a market of the feed signed at the highest odds ever honoured, and sold while the odds stay: ${bets} bets, so that no cycle of bets and cash-outs makes a profit`,
    bar: 'never worth more than its stake',
    measured: `${profits} times; at best ${percent(best)} of the stake`,
    ok: profits === 0,
  });
}

/**
 * One bettor alone on a market of the market maker whose signed odds are a minimum: bets at any odds, with a quote or
 * without, and sells in any order; in the end everything is sold.
 */
function reportOwnCycles(proof: Proof, steps: number): void {
  const random = seededRandom(SEED + 29);
  const seen = { steps: 0, cycles: 0, bets: 0, refused: 0, sold: 0, parts: 0, profits: 0 };
  while (seen.steps < steps) {
    const weights = Array.from({ length: random.between(2, 6) }, () => 0.1 + random.exponential(1));
    const lossBudget = microUsdc(BigInt(Math.round(1_000 * 100 ** random.unit())) * MICRO);
    const sum = weights.reduce((total, weight) => total + weight, 0);
    const initialProbabilities = weights.map((weight) => Math.max(0.015, weight / sum));
    let book: LmsrBook = openLmsrBook({ rule: AT_LEAST, initialProbabilities, lossBudget });
    const own: { outcome: number; stake: MicroUsdc; payout: MicroUsdc }[] = [];
    let gained = 0n;
    const sell = (place: number) => {
      const chosen = own[place];
      if (chosen === undefined) return;
      const sold = random.chance(0.3) ? somePart(chosen, random.unit) : chosen;
      own.splice(place, 1, ...restOf(chosen, sold));
      const paid = bookCashOutValue(book, sold) ?? ZERO_USDC;
      book = endBetInBook(book, { ...sold, paid });
      gained += paid;
      seen.sold += 1;
      if (sold !== chosen) seen.parts += 1;
    };
    for (let step = random.between(5, 60); step > 0; step--) {
      seen.steps += 1;
      if (own.length > 0 && random.chance(0.4)) {
        sell(random.between(0, own.length - 1));
        continue;
      }
      const outcome = random.between(0, weights.length - 1);
      const stake = shareOf(bookMaxStake(book, outcome), random.unit() ** random.between(1, 6));
      const now = oddsFor(book, { outcome, stake });
      if (now === null) continue;
      const signed = now + BigInt(random.between(-20, 3)) * ODDS_STEP;
      const odds = microOdds(signed < LOWEST_ODDS ? LOWEST_ODDS : signed);
      const filled = bookFill(book, { outcome, stake, odds, isQuoted: random.chance(0.5) });
      if (filled === null) {
        seen.refused += 1;
        continue;
      }
      book = applyBet(book, { outcome, stake, odds: filled });
      own.push({ outcome, stake, payout: payoutOf({ stake, odds: filled }) });
      gained -= stake;
      seen.bets += 1;
    }
    while (own.length > 0) sell(random.between(0, own.length - 1));
    seen.cycles += 1;
    if (gained > 0n) seen.profits += 1;
  }
  proof.row({
    what: `cycles of ${seen.bets} bets at any signed odds, with and without a quote, and ${seen.sold} cash-outs, ${seen.parts} of them of a part, on markets of the market maker, where the signed odds are a minimum: ${seen.steps} steps, ${seen.cycles} cycles, ${seen.refused} bets refused`,
    bar: 'no cycle makes a profit',
    measured: `${seen.profits}`,
    ok: seen.bets > seen.steps / 4 && seen.parts > 0 && seen.refused > 0 && seen.profits === 0,
  });
}

function emptyFeed(cap: MicroUsdc, outcomes: number): FeedBook {
  const none = Array.from({ length: outcomes }, () => ZERO_USDC);
  return {
    kind: 'feed',
    rule: AT_LEAST,
    winners: 1,
    odds: none.map(() => null),
    pricedAt: NOW,
    lossBudget: cap,
    room: cap,
    openReturns: none,
    received: ZERO_USDC,
    openStakes: ZERO_USDC,
  };
}

function worstOf(book: Book): bigint {
  return exposureOf({ ...book, received: ZERO_USDC });
}

// ---- betting, selling, ending --------------------------------------------------------------------------

function openSimulated(book: Book): Simulated {
  const outcomeIds = OUTCOME_IDS.slice(0, book.openReturns.length);
  return {
    market: { state: 'open', closesAt: CLOSES_AT, outcomeIds, book },
    results: everyResult(outcomeIds.length, book.winners ?? 1),
    open: [],
    funded: book.lossBudget,
    escrow: book.lossBudget,
    cashOuts: 0,
    placesAt: PLACED_AT,
    now: NOW,
  };
}

function bet(
  simulated: Simulated,
  { outcome, stake, odds }: { outcome: number; stake: MicroUsdc; odds: MicroOdds },
  tally: Tally,
): void {
  const decision = decideBet(bookRules, {
    market: simulated.market,
    funds: RICH,
    terms: { outcomeId: String(outcome), stake, odds, quoteExpiresAt: CLOSES_AT },
    now: simulated.now,
  });
  if (decision.kind !== 'accepted') return;
  const placed = { outcome, stake, payout: decision.payout, placedAt: simulated.placesAt };
  simulated.market = decision.marketAfter;
  simulated.open.push(placed);
  simulated.escrow += stake;
  tally.bets += 1;
}

/** The bet that has gained most, or sometimes any. */
function chooseSale({ market, open }: Simulated, random: Random, crew: Crew): OpenBet | null {
  if (open.length === 0) return null;
  if (crew === 'crowd' && random.chance(0.3)) return random.pick(open);
  let best: { bet: OpenBet; gain: bigint } | null = null;
  for (const each of open) {
    const gain = (bookCashOutValue(market.book, each) ?? 0n) - each.stake;
    if (best === null || gain > best.gain) best = { bet: each, gain };
  }
  return best !== null && (best.gain > 0n || crew === 'crowd') ? best.bet : null;
}

function sell(
  simulated: Simulated,
  chosen: OpenBet | null,
  { tally, random, starts = null }: { tally: Tally; random: Random; starts?: MarketAtStarts | null },
): void {
  if (chosen === null) return;
  const sold = random.chance(0.3) ? somePart(chosen, random.unit) : chosen;
  const decision = decideCashOut({
    mode: 'demo',
    market: simulated.market,
    bet: { ...sold, outcomeId: String(sold.outcome), hasEnded: false },
    escrow: microUsdc(simulated.escrow),
    starts,
    asked: null,
    now: simulated.now,
  });
  if (decision.kind === 'unavailable' && decision.why === 'not-covered') tally.notCovered += 1;
  if (decision.kind !== 'accepted') return;
  simulated.market = decision.marketAfter;
  simulated.open = simulated.open.flatMap((each) => (each === chosen ? restOf(each, sold) : [each]));
  simulated.escrow -= decision.amount;
  simulated.cashOuts += 1;
  tally.cashOuts += 1;
  if (sold !== chosen) tally.parts += 1;
}

/** What the worst result would pay, counted only from the open bets: micro-USDC. */
function mostOwed({ open, results }: Pick<Simulated, 'open' | 'results'>): bigint {
  const owed: bigint[] = [];
  let most = 0n;
  for (const { outcome, stake, payout } of open) {
    owed[outcome] = (owed[outcome] ?? 0n) + payout;
    most += stake;
  }
  for (const won of results) {
    const paid = won.reduce((sum, outcome) => sum + (owed[outcome] ?? 0n), 0n);
    if (paid > most) most = paid;
  }
  return most;
}

/** What the house loses if the worst happens now, never below zero. */
function lossOf({ open, results, funded, escrow }: Simulated): bigint {
  const loss = funded - escrow + mostOwed({ open, results });
  return loss > 0n ? loss : 0n;
}

function check(simulated: Simulated, limit: bigint, tally: Tally): void {
  const { open, escrow } = simulated;
  const owed = mostOwed(simulated);
  const loss = lossOf(simulated);
  tally.checks += 1;
  if (owed > escrow) tally.unfunded += 1;
  if (loss > limit) tally.overLimit += 1;
  tally.worstShare = Math.max(tally.worstShare, Number(loss) / Number(limit));
  const stakes = open.reduce((sum, each) => sum + each.stake, 0n);
  if (simulated.cashOuts > 0 && stakes === owed && loss > 0n) tally.voidIsWorst += 1;
}

/** The worst of all results, paid bet by bet as the rehearsal says. */
function end(simulated: Simulated, tally: Tally): void {
  const { market, open, escrow, funded } = simulated;
  const results: MarketResult[] = [
    VOID,
    ...simulated.results.map((won): MarketResult => ({ kind: 'won', outcomeIds: won.map(String) })),
  ];
  const ending = {
    marketId: 'm',
    version: 1,
    winners: market.book.winners ?? 1,
    open: market.outcomeIds.map((outcomeId, outcome) => {
      const on = open.filter((each) => each.outcome === outcome);
      return {
        outcomeId,
        bets: on.length,
        stakes: microUsdc(on.reduce((sum, each) => sum + each.stake, 0n)),
        payouts: microUsdc(on.reduce((sum, each) => sum + each.payout, 0n)),
      };
    }),
    escrow: microUsdc(escrow),
    funded: microUsdc(funded),
  };
  let worst = 0n;
  for (const result of results) {
    const rehearsal = rehearse(ending, result);
    const paid = open.reduce(
      (sum, each) => sum + settleBet({ ...each, outcomeId: String(each.outcome) }, result).paid,
      0n,
    );
    const isSame = rehearsal.paid === paid && rehearsal.toPool === escrow - paid;
    if (!isSame || rehearsal.houseResult !== escrow - paid - funded) tally.misrehearsed += 1;
    if (-rehearsal.houseResult > worst) worst = -rehearsal.houseResult;
  }
  if (worst !== lossOf(simulated)) tally.misrehearsed += 1;
  tally.markets += 1;
  if (simulated.results.every((won) => won.length === 2)) tally.doubles += 1;
}

// ---- words ---------------------------------------------------------------------------------------------

function reportTally(proof: Proof, which: string, limit: string, tally: Tally): void {
  proof.say(
    `${tally.markets} ${which}: ${tally.bets} bets, ${tally.cashOuts} cash-outs, ${tally.checks} checks`,
  );
  proof.row({
    what: `loss of the house if the worst happens, after each of ${tally.checks} steps on ${tally.markets} ${which} (${tally.bets} bets, ${tally.cashOuts} cash-outs, ${tally.parts} of them of a part)`,
    bar: `never above the ${limit}`,
    measured: `${tally.overLimit} times above it; at most ${percent(tally.worstShare)} of it`,
    ok: tally.markets > 0 && tally.parts > 0 && tally.overLimit === 0,
  });
  proof.row({
    what: `the escrow pays every result and a void, after each of the same steps; the ${tally.markets} ends are paid bet by bet as rehearsed`,
    bar: '0 exceptions',
    measured: `${tally.unfunded} unfunded, ${tally.misrehearsed} otherwise than rehearsed`,
    ok: tally.checks > 0 && tally.unfunded === 0 && tally.misrehearsed === 0,
  });
}

function emptyTally(): Tally {
  return {
    markets: 0,
    doubles: 0,
    bets: 0,
    cashOuts: 0,
    parts: 0,
    checks: 0,
    overLimit: 0,
    unfunded: 0,
    worstShare: 0,
    notCovered: 0,
    voidIsWorst: 0,
    misrehearsed: 0,
  };
}

function pickCrew(index: number): Crew {
  return CREWS[index % CREWS.length] ?? 'crowd';
}

function lmsrOf({ market }: Simulated): LmsrBook {
  if (market.book.kind !== 'lmsr') throw new Error('a market of the market maker stays one');
  return market.book;
}

function feedOf({ market }: Simulated): FeedBook {
  if (market.book.kind !== 'feed') throw new Error('a market of the feed stays one');
  return market.book;
}

/** Whole cents, at least one. */
function shareOf(most: MicroUsdc, share: number): MicroUsdc {
  const cents = BigInt(Math.floor(Number(most / CENT) * share));
  return microUsdc((cents > 0n ? cents : 1n) * CENT);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)}%`;
}

import { type BettableMarket, type BettorFunds, decideBet } from '@tallystone/core/betting/decide-bet';
import { CASH_OUT_AFTER_MS, decideCashOut, MAY_BE_LATE_MS } from '@tallystone/core/betting/decide-cash-out';
import {
  CENT,
  MICRO,
  type MicroOdds,
  type MicroUsdc,
  microOdds,
  microUsdc,
  ZERO_USDC,
} from '@tallystone/core/money/micro-usdc';
import { type Book, bookCashOutValue, bookMaxStake, endBetInBook } from '@tallystone/core/odds/book';
import { exposureOf } from '@tallystone/core/odds/exposure';
import type { FeedBook } from '@tallystone/core/odds/feed';
import { AS_SIGNED } from '@tallystone/core/odds/fill-rule';
import { honours, type LmsrBook, oddsFor, openLmsrBook, probabilitiesOf } from '@tallystone/core/odds/lmsr';
import { HIGHEST_ODDS, LOWEST_ODDS, ODDS_STEP } from '@tallystone/core/odds/parse-odds';
import { rehearse } from '@tallystone/core/settlement/rehearse';
import type { MarketResult } from '@tallystone/core/settlement/result';
import { settleBet } from '@tallystone/core/settlement/settle-bet';
import { type Proof, prove } from '../proof.ts';
import { type Random, seededRandom } from '../random.ts';

/**
 * What the house can lose. Bettors who only want its money bet on thousands of markets of each kind, at the highest
 * odds that are still taken, pump prices with partners, sell their bets back at the best moment and then get the
 * worst of all results, a void included. Everything is decided by the product's own rules; what is held and what is
 * owed is counted here, bet by bet, from nothing but what was staked and paid.
 *
 * A game whose start turns out to lie in the past voids the bets that were taken after it, when cash-outs may have
 * been paid meanwhile that stand. For each market of the feed the moment is chosen that costs the house most.
 */

const SEED = 20261121;
const STEPS = 60;
/** How many books back somebody's quote may lie. */
const STALE_STEPS = 6;

const NOW = new Date('2026-01-01T00:00:00Z');
const CLOSES_AT = new Date('2026-01-02T00:00:00Z');
const PLACED_AT = new Date(NOW.getTime() - CASH_OUT_AFTER_MS);
const LONG_AGO = new Date(NOW.getTime() - MAY_BE_LATE_MS);
const PLENTY = microUsdc(10n ** 17n);
const RICH: BettorFunds = {
  balance: PLENTY,
  stakedToday: ZERO_USDC,
  dailyStakeCap: PLENTY,
  blockedUntil: null,
};
const OUTCOME_IDS = ['0', '1', '2', '3', '4', '5'];
const VOID: MarketResult = { kind: 'void' };

interface OpenBet {
  readonly outcome: number;
  readonly stake: MicroUsdc;
  readonly payout: MicroUsdc;
}

/** A market as its bettors and this count see it. */
interface Simulated {
  market: BettableMarket;
  /** In the order they were placed. */
  open: OpenBet[];
  /** What the house put in, and what lies in the escrow, micro-USDC. */
  readonly funded: bigint;
  escrow: bigint;
  cashOuts: number;
  /** Whether all its bets are of the last hour, and so could be late. */
  readonly isRecent: boolean;
}

/**
 * `drainers` sign the highest odds that are taken. `pumpers` buy what is cheap, drive its price up with a partner and
 * sell. `voiders` buy everything, sell what has gained and wait with what has lost for a void. `crowd` does all of it,
 * at quotes of any age.
 */
type Crew = 'drainers' | 'pumpers' | 'voiders' | 'crowd';
const CREWS: readonly Crew[] = ['drainers', 'pumpers', 'voiders', 'crowd'];

/** How often a crew sells rather than bets. */
const SELLS: Readonly<Record<Crew, number>> = { drainers: 0.2, pumpers: 0.35, voiders: 0.35, crowd: 0.4 };

interface Tally {
  markets: number;
  bets: number;
  cashOuts: number;
  checks: number;
  /** Checks at which some result would have cost more than the house may lose, or not have been paid. */
  overLimit: number;
  unfunded: number;
  /** The worst of any market: its loss as a share of its budget or cap. */
  worstShare: number;
  /** Cash-outs refused because all others could then not be paid. */
  notCovered: number;
  /** Checks at which, after cash-outs, a void was the worst that could happen and cost the house money. */
  voidIsWorst: number;
  /** Of the markets' ends: what settling bet by bet gave otherwise than the rehearsal. */
  misrehearsed: number;
}

await prove('house-loss', async (proof) => {
  const markets = proof.sample ? 300 : 10_000;

  const lmsr = emptyTally();
  for (let i = 0; i < markets; i++) simulateLmsr(seededRandom(SEED + 13 * i), pickCrew(i), lmsr);
  reportTally(proof, 'markets of the market maker', 'loss budget', lmsr);

  const feed = emptyTally();
  const games = { count: 0, overCap: 0, worstShare: 0 };
  const late = emptyLateTally();
  const older = emptyLateTally();
  for (let i = 0; feed.markets < markets; i++) {
    simulateGame(seededRandom(SEED + 17 * i + 5), pickCrew(i), { feed, games, late, older });
  }
  reportTally(proof, 'markets of the feed', 'cap', feed);
  proof.row({
    what: `loss of the house on all markets of a game together, over ${games.count} games, after every step`,
    bar: "never above the game's cap",
    measured: `${games.overCap} times above it; at most ${percent(games.worstShare)} of it`,
    ok: games.count > 0 && games.overCap === 0,
  });
  proof.row({
    what: `a game turns out to have begun up to an hour before the last bet, at the moment that costs most: its later bets are given back, cash-outs stand; ${late.voids} markets`,
    bar: 'everybody is paid, and the loss is never above the cap',
    measured: `${late.unfunded} not paid, ${late.overCap} times above the cap; at most ${percent(late.worstShare)} of it; ${late.toppedUp} top-ups`,
    ok: late.voids > 0 && late.unfunded === 0 && late.overCap === 0,
  });
  proof.row({
    what: `the same where it began longer ago, so that cash-outs were paid with stakes that are given back: ${older.voids} markets`,
    bar: 'everybody is paid, with a top-up from the pool where it is needed; beyond the cap at most by the stakes given back',
    measured: `${older.unfunded} not paid, ${older.unbounded} beyond that bound; ${older.toppedUp} needed a top-up, of at most ${inUsdc(older.mostTopUp)} USDC; the cap was exceeded on ${older.overCap}, the loss at most ${percent(older.worstShare)} of it`,
    ok: older.voids > 0 && older.unfunded === 0 && older.unbounded === 0,
  });
  const rare: [what: string, ...counts: number[]][] = [
    ['cash-outs refused as not covered', lmsr.notCovered, feed.notCovered],
    ['a void the worst result after cash-outs', lmsr.voidIsWorst, feed.voidIsWorst],
    ['a top-up needed after more than an hour', older.toppedUp],
  ];
  proof.row({
    what: 'what rarely happens did happen (market maker and feed)',
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
  const book = openLmsrBook({ rule: AS_SIGNED, initialProbabilities, lossBudget });
  const simulated = openSimulated(book);
  const past: LmsrBook[] = [book];
  let favourite = 0;

  for (let step = 0; step < STEPS; step++) {
    const now = lmsrOf(simulated);
    if (random.chance(SELLS[crew])) {
      sell(simulated, chooseSale(simulated, random, crew), tally);
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
  // A stake never gets more than a few percent beyond its quote.
  let high = (low * 105n) / 100n + 2n;
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (honours(book, { ...asked, odds: microOdds(middle * ODDS_STEP) })) low = middle;
    else high = middle - 1n;
  }
  return microOdds(low * ODDS_STEP);
}

// ---- markets of the feed -------------------------------------------------------------------------------

interface GameTallies {
  feed: Tally;
  games: { count: number; overCap: number; worstShare: number };
  /** Of markets whose bets are all of the last hour, and of those whose bets are older. */
  late: LateTally;
  older: LateTally;
}

interface LateTally {
  voids: number;
  toppedUp: number;
  overCap: number;
  unbounded: number;
  unfunded: number;
  /** The largest loss, as a share of the market's cap. */
  worstShare: number;
  mostTopUp: bigint;
}

/** One to three markets of a game, which share the game's cap. */
function simulateGame(random: Random, crew: Crew, { feed, games, late, older }: GameTallies): void {
  const margin = random.pick([0, 0.02, 0.05, 0.08]);
  const isRecent = random.chance(0.5);
  const gameCap = microUsdc(BigInt(Math.round(500 * 200 ** random.unit())) * MICRO);
  const markets = Array.from({ length: random.between(1, 3) }, () => {
    const chances = Array.from({ length: random.between(2, 6) }, () => 0.05 + random.exponential(1));
    const cap = microUsdc((gameCap * BigInt(random.between(20, 100))) / 100n);
    const book: FeedBook = {
      kind: 'feed',
      rule: AS_SIGNED,
      odds: feedOdds(chances, margin),
      pricedAt: NOW,
      lossBudget: cap,
      room: cap,
      openReturns: chances.map(() => ZERO_USDC),
      received: ZERO_USDC,
      openStakes: ZERO_USDC,
    };
    return { simulated: openSimulated(book, isRecent), chances, placed: [] as Placed[] };
  });
  games.count += 1;

  for (let step = 0; step < STEPS * markets.length; step++) {
    const chosen = random.pick(markets);
    const { simulated } = chosen;
    const others = markets
      .filter((each) => each !== chosen)
      .reduce((sum, each) => sum + lossOf(each.simulated), 0n);
    const left = gameCap - others;
    const book = feedOf(simulated);
    const room = left < book.lossBudget ? microUsdc(left > 0n ? left : 0n) : book.lossBudget;
    simulated.market = { ...simulated.market, book: { ...book, room } };
    // Whoever stands at the game knows where the odds will go next.
    const next = chosen.chances.map((chance) => Math.max(0.002, chance * Math.exp(0.35 * random.normal())));
    const nextOdds = feedOdds(next, margin);

    if (random.chance(SELLS[crew])) {
      const sold = chooseSale(simulated, random, crew);
      sell(simulated, sold, feed);
    } else {
      const outcome =
        crew === 'crowd' ? random.between(0, book.odds.length - 1) : mostFalling(book.odds, nextOdds);
      const now = book.odds[outcome] ?? LOWEST_ODDS;
      const highest = ((now * 101n) / 100n / ODDS_STEP) * ODDS_STEP;
      const odds = microOdds(highest > HIGHEST_ODDS ? HIGHEST_ODDS : highest);
      const most = bookMaxStake({ ...book, room }, outcome);
      const stake = shareOf(
        most,
        (stakeShare(random, crew) * Number(now - MICRO)) / Math.max(1, Number(odds - MICRO)),
      );
      const placed = bet(simulated, { outcome, stake, odds }, feed);
      if (placed !== null) chosen.placed.push(placed);
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
  for (const { simulated, placed } of markets) {
    end(simulated, feed);
    voidLate(simulated, placed, isRecent ? late : older);
  }
}

type Placed = OpenBet;

function feedOdds(chances: readonly number[], margin: number): MicroOdds[] {
  const sum = chances.reduce((total, chance) => total + chance, 0);
  const highest = Number(HIGHEST_ODDS / ODDS_STEP);
  const lowest = Number(LOWEST_ODDS / ODDS_STEP);
  return chances.map((chance) => {
    const hundredths = Math.floor((100 * (1 - margin) * sum) / chance);
    return microOdds(BigInt(Math.min(highest, Math.max(lowest, hundredths))) * ODDS_STEP);
  });
}

/** The outcome whose odds are about to fall most: a bet on it is worth most in a moment. */
function mostFalling(now: FeedBook['odds'], next: readonly MicroOdds[]): number {
  const falls = next.map((odds, outcome) => Number(now[outcome] ?? odds) / Number(odds));
  return falls.indexOf(Math.max(...falls));
}

/**
 * What it costs when the bets from some moment on are void and all cash-outs stand, at the moment that costs most.
 * Each is tried on the same end of betting.
 */
function voidLate(simulated: Simulated, placed: readonly Placed[], late: LateTally): void {
  const cap = simulated.funded;
  let worst = { loss: 0n, topUp: 0n, refunds: 0n };
  for (let from = 0; from < placed.length; from++) {
    const isLate = new Set(placed.slice(from));
    const refunded = simulated.open.filter((each) => isLate.has(each));
    if (refunded.length === 0) continue;
    const book = refunded.reduce<Book>(
      (before, each) => endBetInBook(before, { ...each, paid: each.stake }),
      simulated.market.book,
    );
    const refunds = refunded.reduce((sum, each) => sum + each.stake, 0n);
    const escrow = simulated.escrow - refunds;
    const left = simulated.open.filter((each) => !isLate.has(each));
    const owed = mostOwed(left, book.openReturns.length);
    const topUp = owed > escrow ? owed - escrow : 0n;
    // The refunds themselves come from what lies there; the book and the count must agree on the rest.
    const isPaid = refunds <= simulated.escrow && escrow + topUp >= owed && owed === worstOf(book);
    if (!isPaid) late.unfunded += 1;
    const loss = simulated.funded - escrow + owed;
    if (loss > cap + refunds) late.unbounded += 1;
    if (loss > worst.loss) worst = { loss, topUp, refunds };
  }
  if (worst.refunds === 0n) return;
  late.voids += 1;
  if (worst.topUp > 0n) late.toppedUp += 1;
  if (worst.loss > cap) late.overCap += 1;
  if (worst.topUp > late.mostTopUp) late.mostTopUp = worst.topUp;
  late.worstShare = Math.max(late.worstShare, Number(worst.loss) / Number(cap));
}

function worstOf(book: Book): bigint {
  return exposureOf({ ...book, received: ZERO_USDC });
}

// ---- betting, selling, ending --------------------------------------------------------------------------

function openSimulated(book: Book, isRecent = false): Simulated {
  const outcomeIds = OUTCOME_IDS.slice(0, book.openReturns.length);
  return {
    market: { state: 'open', closesAt: CLOSES_AT, outcomeIds, book },
    open: [],
    funded: book.lossBudget,
    escrow: book.lossBudget,
    cashOuts: 0,
    isRecent,
  };
}

function bet(
  simulated: Simulated,
  { outcome, stake, odds }: { outcome: number; stake: MicroUsdc; odds: MicroOdds },
  tally: Tally,
): OpenBet | null {
  const decision = decideBet({
    market: simulated.market,
    funds: RICH,
    terms: { outcomeId: String(outcome), stake, odds, quoteExpiresAt: CLOSES_AT },
    now: NOW,
  });
  if (decision.kind !== 'accepted') return null;
  const placed = { outcome, stake, payout: decision.payout };
  simulated.market = decision.marketAfter;
  simulated.open.push(placed);
  simulated.escrow += stake;
  tally.bets += 1;
  return placed;
}

/** The bet that has gained most, or now and then any. */
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

function sell(simulated: Simulated, sold: OpenBet | null, tally: Tally): void {
  if (sold === null) return;
  const decision = decideCashOut({
    mode: 'demo',
    market: simulated.market,
    bet: {
      ...sold,
      outcomeId: String(sold.outcome),
      placedAt: simulated.isRecent ? PLACED_AT : LONG_AGO,
      hasEnded: false,
    },
    escrow: microUsdc(simulated.escrow),
    recentStakes: simulated.isRecent
      ? microUsdc(simulated.open.reduce((sum, each) => sum + each.stake, 0n))
      : ZERO_USDC,
    asked: null,
    now: NOW,
  });
  if (decision.kind === 'unavailable' && decision.why === 'not-covered') tally.notCovered += 1;
  if (decision.kind !== 'accepted') return;
  simulated.market = decision.marketAfter;
  simulated.open = simulated.open.filter((each) => each !== sold);
  simulated.escrow -= decision.amount;
  simulated.cashOuts += 1;
  tally.cashOuts += 1;
}

/** What the worst result would pay, counted from the open bets alone: micro-USDC. */
function mostOwed(open: readonly OpenBet[], outcomes: number): bigint {
  const owed = new Array<bigint>(outcomes).fill(0n);
  let most = 0n;
  for (const { outcome, stake, payout } of open) {
    owed[outcome] = (owed[outcome] ?? 0n) + payout;
    most += stake;
  }
  for (const each of owed) if (each > most) most = each;
  return most;
}

/** What the house loses if the worst happens now, never below zero. */
function lossOf({ open, market, funded, escrow }: Simulated): bigint {
  const loss = funded - escrow + mostOwed(open, market.outcomeIds.length);
  return loss > 0n ? loss : 0n;
}

function check(simulated: Simulated, limit: bigint, tally: Tally): void {
  const { open, market, escrow } = simulated;
  const owed = mostOwed(open, market.outcomeIds.length);
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
    ...market.outcomeIds.map((outcomeId): MarketResult => ({ kind: 'won', outcomeId })),
  ];
  const ending = {
    marketId: 'm',
    version: 1,
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
}

// ---- words ---------------------------------------------------------------------------------------------

function reportTally(proof: Proof, which: string, limit: string, tally: Tally): void {
  proof.say(
    `${tally.markets} ${which}: ${tally.bets} bets, ${tally.cashOuts} cash-outs, ${tally.checks} checks`,
  );
  proof.row({
    what: `loss of the house if the worst happens, after each of ${tally.checks} steps on ${tally.markets} ${which} (${tally.bets} bets, ${tally.cashOuts} cash-outs)`,
    bar: `never above the ${limit}`,
    measured: `${tally.overLimit} times above it; at most ${percent(tally.worstShare)} of it`,
    ok: tally.markets > 0 && tally.cashOuts > 0 && tally.overLimit === 0,
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
    bets: 0,
    cashOuts: 0,
    checks: 0,
    overLimit: 0,
    unfunded: 0,
    worstShare: 0,
    notCovered: 0,
    voidIsWorst: 0,
    misrehearsed: 0,
  };
}

function emptyLateTally(): LateTally {
  return { voids: 0, toppedUp: 0, overCap: 0, unbounded: 0, unfunded: 0, worstShare: 0, mostTopUp: 0n };
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

function inUsdc(micro: bigint): string {
  return (Number(micro) / 1e6).toFixed(2);
}

import { marketRisk } from '@tallystone/core/markets/market-risk';
import {
  CENT,
  type MicroOdds,
  type MicroUsdc,
  microOdds,
  microUsdc,
} from '@tallystone/core/money/micro-usdc';
import { bookFill, bookMaxStake, endBetInBook } from '@tallystone/core/odds/book';
import { exposureOf, worstCaseOf } from '@tallystone/core/odds/exposure';
import { AS_SIGNED, AT_LEAST, type FillRule } from '@tallystone/core/odds/fill-rule';
import { type LmsrBook, oddsFor, openLmsrBook } from '@tallystone/core/odds/lmsr';
import { LOWEST_ODDS, ODDS_STEP } from '@tallystone/core/odds/parse-odds';
import { type EndingMarket, type Rehearsal, rehearse } from '@tallystone/core/settlement/rehearse';
import type { MarketResult } from '@tallystone/core/settlement/result';
import { settleBet } from '@tallystone/core/settlement/settle-bet';
import { everyResult } from '@tallystone/testkit/rules/every-result.ts';
import { AS_ANNOUNCED, countLoss, countPayout, countWorst, type Line, type Winners } from '../count-loss.ts';
import { type Proof, prove } from '../proof.ts';
import {
  betOf,
  judgeWith,
  marketOf,
  openOf,
  openOwnMarket,
  openSmallGame,
  placeBet,
  type Sale,
  type SmallGame,
  type SmallMarket,
  sellBet,
  withOdds,
} from '../small-game.ts';

/**
 * Small books without an exception: every sequence of a few bets and cash-outs over small grids of stakes, odds and
 * pauses, on markets of every rule. After each act, core's worst case is compared with the worst of all results, the void
 * and all starts of the game among them, which `count-loss.ts` counts from the bets one by one.
 *
 * Core may say more than the truth only for a named reason, and never less.
 */

const usd = (amount: number) => microUsdc(BigInt(amount) * 100n * CENT);

const CAP = usd(100);
const STAKE = usd(20);
const LARGEST: Grid['stakes'] = ['largest'];
const BOTH: Grid['stakes'] = [STAKE, 'largest'];
/** Of a market of our own, the smallest there is. */
const BUDGET = usd(1_000);
const OWN_STAKE = usd(200);
/** No book of this proof loses as much. */
const BOUNDLESS = usd(1_000_000_000);
/**
 * How long after the act before it a bet comes, in milliseconds: at the same moment, mostly in the same minute, or in the next one.
 * A cash-out comes when its bet is a minute old.
 */
const ONE_PAUSE = [20_000];
const TWO_PAUSES = [0, 20_000];
const THREE_PAUSES = [0, 20_000, 60_000];

/** Every rule of small markets: how many outcomes there are, and how many of them win. */
interface Rule {
  readonly outcomes: number;
  readonly winners: number;
}
const RULES: readonly Rule[] = [2, 3, 4].flatMap((outcomes) =>
  Array.from({ length: outcomes - 1 }, (_, index) => ({ outcomes, winners: index + 1 })),
);

/** What the feed may say, in hundredths: one outcome is likely, or another one is. Odds that swing make cash-outs dear. */
const HUNDREDTHS: Readonly<Record<string, readonly number[]>> = {
  '1 of 2': [125, 450],
  '1 of 3': [140, 380, 900],
  '2 of 3': [108, 150, 240],
  '1 of 4': [150, 400, 700, 1200],
  '2 of 4': [110, 160, 260, 500],
  '3 of 4': [102, 115, 140, 210],
};

function boardsOf({ outcomes, winners }: Rule): (readonly MicroOdds[])[] {
  const likely = HUNDREDTHS[`${winners} of ${outcomes}`];
  if (likely === undefined) throw new RangeError(`no odds for ${winners} of ${outcomes}`);
  return [likely, [...likely].reverse()].map((board) =>
    board.map((each) => microOdds(BigInt(each) * ODDS_STEP)),
  );
}

/** Markets of one game, whose caps together are more than the game's. */
const GAME_CAP = usd(120);
const PAIRS: readonly GamePlan['markets'][] = [
  [
    { outcomes: 2, winners: 1, cap: CAP },
    { outcomes: 2, winners: 1, cap: usd(60) },
  ],
  [
    { outcomes: 2, winners: 1, cap: CAP },
    { outcomes: 3, winners: 2, cap: CAP },
  ],
];

/** Where our own markets begin. */
const OWN_MARKETS: readonly (readonly number[])[] = [
  [0.5, 0.5],
  [0.95, 0.05],
  [0.6, 0.3, 0.1],
  [0.4, 0.3, 0.2, 0.1],
];

/**
 * How core's figure for a worst case compares with the count. `sureGain`: core says that nothing is lost, and in truth the
 * house gains whatever happens. `gainBeside`: core adds up the losses of a game's markets, and in truth the sure gain of one
 * pays for another.
 */
type Comparison = (typeof COMPARISONS)[number];

const COMPARISONS = ['equal', 'below', 'sureGain', 'gainBeside', 'aboveWithoutReason'] as const;

const COUNTERS = [
  'books',
  'bets',
  'refusedBets',
  'sales',
  'refusedSales',
  // Results and starts with which the books were played to their end.
  'ends',
  // Books that lose more than a cap or couldn't pay.
  'overCap',
  // Bets and cash-outs that were taken and break a cap, or were refused and break none.
  'misjudged',
  // Answers to cash-outs from coarser facts: as the exact answer, otherwise, and left open.
  'coarseRight',
  'coarseWrong',
  'coarseOpen',
  // Largest stakes that were tried, and those that weren't the largest.
  'largest',
  'notLargest',
  // Books with a column, a figure for admins or an end that differs from the count.
  'figuresWrong',
  // Results that aren't of the market's rule.
  'otherResults',
  // Books in which a void costs more than every other result, and a start before the announced one more than that.
  'voidIsWorst',
  'earlierIsWorse',
  // Cash-outs that only a start before the announced one prevents.
  'refusedByStart',
] as const;

type Tally = Record<(typeof COUNTERS)[number], number> & {
  readonly told: Record<Comparison, number>;
  /** The largest loss as a share of the cap. */
  worstShare: number;
};

await prove('small-books', async (proof) => {
  const single = noTally();
  for (const plan of RULES.flatMap((rule) => plansOf(rule, proof))) proveGame(proof, plan, single);
  const games = noTally();
  for (const plan of PAIRS.flatMap((markets) => plansOfPair(markets, proof))) proveGame(proof, plan, games);
  const own = noTally();
  for (const chances of OWN_MARKETS) {
    const depth = proof.sample && chances.length > 2 ? 3 : 4;
    for (const fillRule of [AT_LEAST, AS_SIGNED]) proveOwn(proof, { fillRule, chances, depth }, own);
  }
  reportFamily(proof, 'single markets of the feed', single);
  reportFamily(proof, 'two markets of one game', games);
  reportFamily(proof, 'our own markets', own);
  const rare: [string, ...number[]][] = [
    ['bets refused', single.refusedBets, games.refusedBets],
    ['cash-outs refused', single.refusedSales, games.refusedSales, own.refusedSales],
    ['only a void the worst result', single.voidIsWorst, own.voidIsWorst],
    ['an earlier start the worst', single.earlierIsWorse, games.earlierIsWorse],
    ['cash-outs refused only because of an earlier start', single.refusedByStart, games.refusedByStart],
    ['cash-outs that coarse facts left open', single.coarseOpen, games.coarseOpen],
    ["a market's sure gain that pays for no other", games.told.gainBeside],
  ];
  proof.row({
    what: 'cases without which the rows above would mean little (single markets, games, our own)',
    bar: 'each at least once',
    measured: rare.map(([what, ...counts]) => `${what}: ${counts.join(' and ')}`).join('; '),
    ok: rare.every(([, ...counts]) => counts.every((count) => count > 0)),
  });
});

// ---- what is counted

function noTally(): Tally {
  return { ...zeros(COUNTERS), told: zeros(COMPARISONS), worstShare: 0 };
}

function zeros<Name extends string>(names: readonly Name[]): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
}

/** The count for a whole game: at each start, what each market loses at worst. */
interface Count {
  /** The most that all markets lose together at any start, with no market below zero. */
  readonly together: number;
  /** The same, with gains of one market against losses of another. */
  readonly withGains: number;
  /** Per market: the most at any start, below zero for a sure gain. */
  readonly each: readonly number[];
  readonly starts: readonly number[];
}

function countGame({ markets }: SmallGame, starts = startsOf(markets)): Count {
  const each = markets.map(() => Number.NEGATIVE_INFINITY);
  let together = 0;
  let withGains = Number.NEGATIVE_INFINITY;
  for (const start of starts) {
    let lost = 0;
    let sum = 0;
    for (const [place, { lines, results }] of markets.entries()) {
      const worst = countWorst(lines, results, start);
      each[place] = Math.max(each[place] ?? worst, worst);
      lost += Math.max(0, worst);
      sum += worst;
    }
    together = Math.max(together, lost);
    withGains = Math.max(withGains, sum);
  }
  return { together, withGains, each, starts };
}

/** As announced, and at each bet: a start between two bets is the same as at the later one. Our own markets have no start. */
function startsOf(markets: readonly SmallMarket[]): number[] {
  const isOwn = markets.some(({ market }) => market.book.kind === 'lmsr');
  const moments = isOwn ? [] : markets.flatMap(({ lines }) => lines.map(({ at }) => at));
  return [...new Set(moments), AS_ANNOUNCED];
}

function isWithin({ together, each }: Count, { cap, markets }: SmallGame): boolean {
  return (
    together <= Number(cap) &&
    each.every((worst, place) => worst <= Number(markets[place]?.market.book.lossBudget))
  );
}

/** @param truth below zero for a sure gain, which core tells as no loss */
function compare(told: bigint, truth: number): Comparison {
  if (Number(told) === truth) return 'equal';
  if (Number(told) < truth) return 'below';
  return told === 0n ? 'sureGain' : 'aboveWithoutReason';
}

// ---- one book

/** Compares all that core says of a market with the count, and plays the game to every end. */
function check(game: SmallGame, place: number, tally: Tally): void {
  tally.books += 1;
  const { market, lines, results } = marketOf(game, place);
  tally.told[compare(exposureOf(market.book), countWorst(lines, results))] += 1;
  const ofVoid = countLoss(lines, null);
  const ofOthers = results.map((won) => (won === null ? Number.NEGATIVE_INFINITY : countLoss(lines, won)));
  if (ofVoid > 0 && ofOthers.every((loss) => loss < ofVoid)) tally.voidIsWorst += 1;
  checkFigures(game, place, tally);
  const ending = endingOf(marketOf(game, place));
  for (const won of results) settle(lines, { ending, won }, tally);
  const count = countGame(game);
  if (!isWithin(count, game)) tally.overCap += 1;
  tally.worstShare = Math.max(tally.worstShare, count.together / Number(game.cap));
  if (count.together > countGame(game, [AS_ANNOUNCED]).together) tally.earlierIsWorse += 1;
  tally.ends += count.starts.length * results.length;
  for (const start of count.starts) beginAt(marketOf(game, place), start, tally);
}

/** What the database stores of a market, and what its admins see. */
function checkFigures(game: SmallGame, place: number, tally: Tally): void {
  const each = marketOf(game, place);
  const { market, lines, results } = each;
  const { book } = market;
  const open = openOf(each);
  const sum = (of: readonly Line[], amount: (line: Line) => number) =>
    of.reduce((total, line) => total + amount(line), 0);
  const risk = marketRisk({
    market: { ...market, funded: book.lossBudget, won: null },
    pool: book.lossBudget,
    now: new Date(game.now),
  });
  const isRight = [
    Number(book.openStakes) === sum(open, ({ stake }) => stake),
    Number(book.received) === sum(lines, ({ stake, soldFor }) => stake - (soldFor ?? 0)),
    Number(risk.worstCase) === Math.max(0, countWorst(lines, results)),
    Number(risk.voidResult) === -countLoss(lines, null),
    ...book.openReturns.map((owed, outcome) => {
      const on = open.filter((line) => line.outcome === outcome);
      return Number(owed) === sum(on, ({ payout }) => payout);
    }),
    ...risk.outcomes.map(({ houseResult }, outcome) => {
      const wins = results.filter((won) => won?.includes(outcome));
      return Number(houseResult) === -countWorst(lines, wins);
    }),
  ];
  if (isRight.includes(false)) tally.figuresWrong += 1;
}

/** Ends a market by core's rules. */
function settle(
  lines: readonly Line[],
  { ending, won }: { ending: EndingMarket; won: Winners },
  tally: Tally,
): void {
  const rehearsal = tryRehearsal(ending, won);
  let paid = 0n;
  for (const line of lines) {
    const bet = { ...betOf(line), outcomeId: String(line.outcome) };
    if (line.soldFor === null) paid += settleBet(bet, resultOf(won)).paid;
  }
  const isRight = rehearsal?.paid === paid && Number(rehearsal.houseResult) === -countLoss(lines, won);
  if (!isRight) tally.figuresWrong += 1;
}

/** @returns null if core refuses to end the market so */
function tryRehearsal(ending: EndingMarket, won: Winners): Rehearsal | null {
  try {
    return rehearse(ending, resultOf(won));
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function resultOf(won: Winners): MarketResult {
  return won === null ? { kind: 'void' } : { kind: 'won', outcomeIds: won.map(String) };
}

function endingOf(each: SmallMarket): EndingMarket {
  const { book, outcomeIds } = each.market;
  return {
    marketId: 'm',
    version: 1,
    winners: book.winners,
    open: outcomeIds.map((outcomeId, outcome) => {
      const on = openOf(each).filter((line) => line.outcome === outcome);
      return {
        outcomeId,
        bets: on.length,
        stakes: microUsdc(BigInt(on.reduce((sum, { stake }) => sum + stake, 0))),
        payouts: microUsdc(BigInt(on.reduce((sum, { payout }) => sum + payout, 0))),
      };
    }),
    escrow: microUsdc(book.lossBudget + book.received),
    funded: book.lossBudget,
  };
}

/** Refunds the bets from a start on in core's book, and compares what it then says with the count. */
function beginAt(each: SmallMarket, start: number, tally: Tally): void {
  if (start === AS_ANNOUNCED) return;
  const late = openOf(each).filter(({ at }) => at >= start);
  const book = late.reduce(
    (before, line) => endBetInBook(before, { ...betOf(line), paid: betOf(line).stake }),
    each.market.book,
  );
  tally.told[compare(exposureOf(book), countWorst(each.lines, each.results, start))] += 1;
  // What is left in the escrow pays whatever is owed, or core would owe more than the cap.
  if (book.lossBudget + book.received < worstCaseOf(book)) tally.overCap += 1;
}

/** Tries to end each market with another number of winners than its rule has, which core must refuse. */
function refuseOtherResults({ markets }: SmallGame, tally: Tally): void {
  for (const each of markets) {
    const { outcomeIds, book } = each.market;
    const counts = [...outcomeIds.keys(), outcomeIds.length].filter((count) => count !== book.winners);
    for (const won of counts.flatMap((count) => everyResult(outcomeIds.length, count))) {
      tally.otherResults += 1;
      if (tryRehearsal(endingOf(each), won) !== null) tally.figuresWrong += 1;
    }
  }
}

// ---- markets of the feed

/** The acts of which every sequence is played. */
interface Grid {
  /** How many acts the longest sequences have. */
  readonly depth: number;
  readonly stakes: readonly (MicroUsdc | 'largest')[];
  /** In milliseconds. */
  readonly pauses: readonly number[];
}

interface GamePlan {
  readonly fillRule: FillRule;
  readonly markets: readonly (Rule & { readonly cap: MicroUsdc })[];
  readonly cap: MicroUsdc;
  readonly grid: Grid;
}

/** An earlier start is worse than a cap from four acts on: two bets that stay, one between them that is sold, and the sale. */
function plansOf(rule: Rule, { sample }: Proof): GamePlan[] {
  const market = { markets: [{ ...rule, cap: CAP }], cap: CAP };
  const few = rule.outcomes < 4 ? THREE_PAUSES : TWO_PAUSES;
  const grids: Grid[] = sample
    ? [
        rule.outcomes === 2
          ? { depth: 4, stakes: BOTH, pauses: ONE_PAUSE }
          : { depth: rule.outcomes === 3 ? 4 : 3, stakes: LARGEST, pauses: ONE_PAUSE },
        { depth: 2, stakes: BOTH, pauses: TWO_PAUSES },
      ]
    : [
        { depth: 5, stakes: LARGEST, pauses: ONE_PAUSE },
        { depth: 4, stakes: BOTH, pauses: rule.outcomes === 2 ? THREE_PAUSES : ONE_PAUSE },
        { depth: 3, stakes: BOTH, pauses: few },
      ];
  // Outdated odds change only what a bet returns.
  const exact: Grid = { depth: sample ? 2 : 3, stakes: BOTH, pauses: ONE_PAUSE };
  return [
    ...grids.map((grid) => ({ ...market, fillRule: AT_LEAST, grid })),
    { ...market, fillRule: AS_SIGNED, grid: exact },
  ];
}

function plansOfPair(markets: GamePlan['markets'], { sample }: Proof): GamePlan[] {
  const isSmallest = markets.every(({ outcomes }) => outcomes === 2);
  const deep: Grid = { depth: 4, stakes: LARGEST, pauses: ONE_PAUSE };
  const grids: Grid[] = sample
    ? [isSmallest ? deep : { ...deep, depth: 2 }, { depth: 2, stakes: BOTH, pauses: TWO_PAUSES }]
    : [
        deep,
        { depth: isSmallest ? 4 : 3, stakes: BOTH, pauses: ONE_PAUSE },
        { depth: 3, stakes: BOTH, pauses: TWO_PAUSES },
      ];
  return grids.map((grid) => ({ markets, cap: GAME_CAP, fillRule: AT_LEAST, grid }));
}

function proveGame(proof: Proof, plan: GamePlan, family: Tally): void {
  const tally = noTally();
  const game = openSmallGame({ ...plan, rule: plan.fillRule });
  const boards = plan.markets.map(boardsOf);
  refuseOtherResults(game, tally);
  const { grid } = plan;
  walkGame(game, { boards, left: grid.depth, grid }, tally);
  const rules = plan.markets.map(ruleText).join(' and ');
  const stakes = grid.stakes === BOTH ? '20 USDC or the largest stake' : 'the largest stake';
  const pauses = grid.pauses.map((pause) => pause / 1_000).join(', ');
  const which = `${rules}, ${fillText(plan.fillRule)}, ${stakes}, after ${pauses} s`;
  report(proof, which, { tally, depth: grid.depth });
  add(family, tally);
}

/** Every sequence of acts that continues a game. */
function walkGame(
  game: SmallGame,
  {
    boards,
    left,
    grid,
  }: {
    grid: Grid;
    boards: readonly (readonly (readonly MicroOdds[])[])[];
    left: number;
  },
  tally: Tally,
): void {
  if (left === 0) return;
  for (const place of game.markets.keys()) {
    for (const odds of boards[place] ?? []) {
      const go = (next: SmallGame) => {
        check(next, place, tally);
        walkGame(next, { boards, left: left - 1, grid }, tally);
      };
      bets(game, { place, odds, grid, go }, tally);
      sales(game, { place, odds, go }, tally);
    }
  }
}

interface Act {
  readonly place: number;
  readonly odds: readonly MicroOdds[];
  readonly go: (next: SmallGame) => void;
}

/** Bets on each outcome at the odds of a board: the fixed stake and the largest, after each pause. */
function bets(game: SmallGame, { place, odds, grid, go }: Act & { grid: Grid }, tally: Tally): void {
  const isFirst = game.markets.every((each) => each.lines.length === 0);
  const here = withOdds(game, { place, odds, afterMs: 0 });
  const { rule } = marketOf(here, place).market.book;
  for (const [outcome, now] of odds.entries()) {
    const asked = { place, outcome, odds: rule === AS_SIGNED ? highestSigned(now) : now };
    const largest = largestStake(here, asked, tally);
    for (const stake of new Set(grid.stakes.map((each) => (each === 'largest' ? largest : each)))) {
      if (stake === 0n) continue;
      const fits = fitsCaps(here, { ...asked, stake });
      for (const afterMs of isFirst ? [0] : grid.pauses) {
        const next = placeBet(withOdds(game, { place, odds, afterMs }), { ...asked, stake });
        const isTaken = !('kind' in next);
        tally[isTaken ? 'bets' : 'refusedBets'] += 1;
        if (isTaken !== fits) tally.misjudged += 1;
        if (isTaken) go(next);
      }
    }
  }
}

/** With a quote, rule 1 fills bets up to 1% above the feed's odds. */
function highestSigned(now: MicroOdds): MicroOdds {
  return microOdds(((now * 101n) / 100n / ODDS_STEP) * ODDS_STEP);
}

interface Asked {
  readonly place: number;
  readonly outcome: number;
  readonly odds: MicroOdds;
}

/** The game with a bet that core didn't judge, for the count only. */
function withBet(game: SmallGame, { place, outcome, odds, stake }: Asked & { stake: MicroUsdc }): SmallGame {
  const line: Line = {
    ...{ at: game.now, outcome, soldFor: null },
    stake: Number(stake),
    payout: countPayout(stake, odds),
  };
  return {
    ...game,
    markets: game.markets.map((each, index) =>
      index === place ? { ...each, lines: [...each.lines, line] } : each,
    ),
  };
}

/**
 * The largest stake that keeps the caps by the count, in whole cents. Core must offer exactly that, take it and refuse a cent
 * more. At odds signed above the feed's core takes less than it offers at the feed's.
 */
function largestStake(game: SmallGame, asked: Asked, tally: Tally): MicroUsdc {
  const { book } = marketOf(game, asked.place).market;
  const offered = bookMaxStake(book, asked.outcome);
  const fits = (stake: bigint) => fitsCaps(game, { ...asked, stake: microUsdc(stake) });
  const isLargest = fits(offered) && !fits(offered + CENT);
  const largest = isLargest ? offered : searchLargest(fits);
  const isTaken = (stake: bigint) => !('kind' in placeBet(game, { ...asked, stake: microUsdc(stake) }));
  const isRight =
    (isLargest || (book.rule === AS_SIGNED && largest < offered)) &&
    (largest === 0n || isTaken(largest)) &&
    !isTaken(largest + CENT);
  tally.largest += 1;
  if (!isRight) tally.notLargest += 1;
  return largest;
}

/** The larger the stake, the larger the loss on its outcome; the other results lose less. */
function searchLargest(fits: (stake: bigint) => boolean): MicroUsdc {
  let low = 0n;
  let high = 1n;
  while (fits(high * CENT)) high *= 2n;
  while (low < high - 1n) {
    const middle = (low + high) / 2n;
    if (fits(middle * CENT)) low = middle;
    else high = middle;
  }
  return microUsdc(low * CENT);
}

/** Whether a bet keeps every cap by the count, with the announced start. */
function fitsCaps(game: SmallGame, bet: Asked & { stake: MicroUsdc }): boolean {
  return isWithin(countGame(withBet(game, bet), [AS_ANNOUNCED]), game);
}

/** Cash-outs of each open bet at the odds of a board. */
function sales(game: SmallGame, { place, odds, go }: Act, tally: Tally): void {
  const here = withOdds(game, { place, odds, afterMs: 0 });
  for (const line of openOf(marketOf(game, place))) {
    const sale = sellBet(here, place, line);
    if (sale === null) continue;
    const count = countSale(sale, tally);
    for (const kind of sale.decisions.slice(0, -1)) {
      if (kind === 'unclear') tally.coarseOpen += 1;
      else tally[kind === sale.decisions.at(-1) ? 'coarseRight' : 'coarseWrong'] += 1;
    }
    compareSale(here, { place, line, amount: sale.amount, count }, tally);
    if (sale.isAccepted) go(sale.after);
  }
}

/** @returns the count for the game after the sale, also if core refuses it */
function countSale({ isAccepted, after }: Sale, tally: Tally): Count {
  const count = countGame(after);
  tally[isAccepted ? 'sales' : 'refusedSales'] += 1;
  if (isAccepted !== isWithin(count, after)) tally.misjudged += 1;
  if (!isAccepted && isWithin(countGame(after, [AS_ANNOUNCED]), after)) tally.refusedByStart += 1;
  return count;
}

/** What core says of the worst start after a sale: the smallest caps with which it would still accept that. */
function compareSale(
  game: SmallGame,
  { place, line, amount, count }: { place: number; line: Line; amount: MicroUsdc; count: Count },
  tally: Tally,
): void {
  const judge = (caps: { own?: number; game?: number }) =>
    judgeWith(
      game,
      { place, line, amount },
      {
        own: caps.own === undefined ? BOUNDLESS : microUsdc(BigInt(caps.own)),
        game: caps.game === undefined ? BOUNDLESS : microUsdc(BigInt(caps.game)),
        others: BOUNDLESS,
      },
    );
  const told = (cap: 'own' | 'game', loss: number, reason: Comparison): Comparison => {
    if (judge({ [cap]: loss }) !== 'within') return 'aboveWithoutReason';
    return judge({ [cap]: loss - 1 }) === 'above' ? reason : 'below';
  };
  const own = count.each[place] ?? 0;
  tally.told[told('own', Math.max(0, own), own < 0 ? 'sureGain' : 'equal')] += 1;
  if (game.markets.length === 1) return;
  tally.told[told('game', count.together, reasonOf(count))] += 1;
}

function reasonOf({ together, withGains }: Count): Comparison {
  if (together === withGains) return 'equal';
  return together === 0 ? 'sureGain' : 'gainBeside';
}

// ---- our own markets

function proveOwn(
  proof: Proof,
  { fillRule, chances, depth }: { fillRule: FillRule; chances: readonly number[]; depth: number },
  family: Tally,
): void {
  const tally = noTally();
  const book = openLmsrBook({ rule: fillRule, initialProbabilities: chances, lossBudget: BUDGET });
  const game = openOwnMarket(book);
  refuseOtherResults(game, tally);
  walkOwn(game, depth, tally);
  const text = chances.map((chance) => `${Math.round(100 * chance)}%`).join(', ');
  report(proof, `our own market of ${chances.length} (${text}), ${fillText(fillRule)}`, { tally, depth });
  add(family, tally);
}

function walkOwn(game: SmallGame, left: number, tally: Tally): void {
  if (left === 0) return;
  const go = (next: SmallGame) => {
    check(next, 0, tally);
    walkOwn(next, left - 1, tally);
  };
  const { book } = marketOf(game, 0).market;
  if (book.kind !== 'lmsr') throw new Error('a market of our own stays one');
  for (const outcome of book.openReturns.keys()) {
    const largest = bookMaxStake(book, outcome);
    tally.largest += 1;
    if (!isLargestOfOurs(game, { book, outcome, largest })) tally.notLargest += 1;
    for (const stake of [OWN_STAKE, largest]) {
      const odds =
        book.rule === AS_SIGNED ? highestTaken(book, { outcome, stake }) : oddsFor(book, { outcome, stake });
      const next = odds === null ? null : placeBet(game, { place: 0, outcome, stake, odds });
      if (next === null || 'kind' in next) {
        tally.refusedBets += 1;
        continue;
      }
      tally.bets += 1;
      go(next);
    }
  }
  for (const line of openOf(marketOf(game, 0))) sellOwn(game, { line, go }, tally);
}

function sellOwn(
  game: SmallGame,
  { line, go }: { line: Line; go: (next: SmallGame) => void },
  tally: Tally,
): void {
  const sale = sellBet(game, 0, line);
  if (sale === null) return;
  countSale(sale, tally);
  if (sale.isAccepted) go(sale.after);
}

/** The highest odds that core still fills with a quote, from the price on. */
function highestTaken(book: LmsrBook, asked: { outcome: number; stake: MicroUsdc }): MicroOdds | null {
  const price = oddsFor(book, asked);
  if (price === null) return null;
  const isTaken = (odds: MicroOdds) => bookFill(book, { ...asked, odds, isQuoted: true }) !== null;
  let odds = price;
  while (isTaken(microOdds(odds + ODDS_STEP))) odds = microOdds(odds + ODDS_STEP);
  return odds;
}

/**
 * The price limits the stakes on our own markets, which keeps the loss within the budget without looking at it: a stake A at
 * the price leaves 1 - p at e^(-A/b) of what it was, and the largest leaves at least 1%.
 */
function isLargestOfOurs(
  game: SmallGame,
  { book, outcome, largest }: { book: LmsrBook; outcome: number; largest: MicroUsdc },
): boolean {
  const { lines } = marketOf(game, 0);
  const priced = (book.rule === AS_SIGNED ? 0.99 : 1) * Number(book.lossBudget);
  const depth = priced / Math.log(1 / Math.min(...book.initialProbabilities));
  const weights = book.initialProbabilities.map((chance, j) => {
    const owed = lines.filter((line) => line.outcome === j && line.soldFor === null);
    return chance * Math.exp(owed.reduce((sum, { payout }) => sum + payout, 0) / depth);
  });
  const own = weights[outcome] ?? 0;
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const rest = (stake: bigint) => ((all - own) / all) * Math.exp(-Number(stake) / depth);
  const more = placeBet(game, { place: 0, outcome, stake: microUsdc(largest + CENT), odds: LOWEST_ODDS });
  const isRefused = 'kind' in more && more.reason === 'stake-too-large';
  return isRefused && rest(largest + CENT) < 0.01 && (largest === 0n || rest(largest) >= 0.01 - 1e-12);
}

// ---- words

function ruleText({ outcomes, winners }: Rule): string {
  return `${winners === 1 ? 'one winner' : `${winners} winners`} of ${outcomes}`;
}

function fillText(rule: FillRule): string {
  return rule === AT_LEAST ? 'signed odds a minimum' : 'signed odds exact, with a quote';
}

function add(sum: Tally, tally: Tally): void {
  for (const comparison of COMPARISONS) sum.told[comparison] += tally.told[comparison];
  for (const counter of COUNTERS) sum[counter] += tally[counter];
  sum.worstShare = Math.max(sum.worstShare, tally.worstShare);
}

function report(proof: Proof, which: string, { tally, depth }: { tally: Tally; depth: number }): void {
  const { equal, below, sureGain, gainBeside, aboveWithoutReason } = tally.told;
  const reasons = [
    ...(sureGain > 0 ? [`${sureGain} say no loss where every result is a gain`] : []),
    ...(gainBeside > 0 ? [`${gainBeside} count no gain of the other market`] : []),
  ];
  proof.row({
    what: `${which}: every sequence of up to ${depth} acts (${tally.books} books, ${tally.ends} results and starts): core's worst case against the true one`,
    bar: 'equal, or above for a named reason; never below',
    measured: [
      `${equal} equal`,
      ...reasons,
      `${aboveWithoutReason} above without a reason`,
      `${below} below`,
    ].join(', '),
    ok: equal > 0 && below === 0 && aboveWithoutReason === 0,
  });
}

/** Our own markets have no start, so their cash-outs need no facts about any. */
function reportCoarse(proof: Proof, which: string, { coarseRight, coarseOpen, coarseWrong }: Tally): void {
  if (coarseRight + coarseOpen + coarseWrong === 0) return;
  proof.row({
    what: `${which}: answers to cash-outs from the whole book and from stored minutes (${coarseOpen} leave it open, so the bets are read)`,
    bar: 'each as from the bets one by one',
    measured: `${coarseRight} so, ${coarseWrong} otherwise`,
    ok: coarseRight > 0 && coarseWrong === 0,
  });
}

function reportFamily(proof: Proof, which: string, tally: Tally): void {
  proof.row({
    what: `${which}: loss of the house at the worst result and start, in ${tally.books} books`,
    bar: 'never above a cap or the budget',
    measured: `${tally.overCap} above; at most ${(100 * tally.worstShare).toFixed(2)}%`,
    ok: tally.books > 0 && tally.overCap === 0,
  });
  proof.row({
    what: `${which}: bets and cash-outs are taken if they keep every cap, and only then (${tally.bets} and ${tally.sales} taken, ${tally.refusedBets} and ${tally.refusedSales} refused)`,
    bar: '0 exceptions',
    measured: String(tally.misjudged),
    ok: tally.bets > 0 && tally.sales > 0 && tally.misjudged === 0,
  });
  reportCoarse(proof, which, tally);
  proof.row({
    what: `${which}: the largest stake that is offered is taken and a cent more is refused, and it is the largest by the count`,
    bar: `${tally.largest} of ${tally.largest}`,
    measured: `${tally.largest - tally.notLargest}`,
    ok: tally.largest > 0 && tally.notLargest === 0,
  });
  proof.row({
    what: `${which}: returns, stakes and what was received, the figures for admins, each rehearsal and the bets paid by it, in each book; ${tally.otherResults} results that aren't of a market's rule`,
    bar: 'none differs from the count, and the other results are refused',
    measured: `${tally.figuresWrong} exceptions`,
    ok: tally.otherResults > 0 && tally.figuresWrong === 0,
  });
}

import { decideCashOut } from '@tallystone/core/betting/decide-cash-out';
import { CENT, type MicroUsdc, microOdds, microUsdc, ZERO_USDC } from '@tallystone/core/money/micro-usdc';
import { endBetInBook } from '@tallystone/core/odds/book';
import type { StartStep } from '@tallystone/core/odds/every-start';
import { applyBet, exposureOf } from '@tallystone/core/odds/exposure';
import { type FeedBook, feedCashOutValue, feedMaxStakeOn } from '@tallystone/core/odds/feed';
import { AT_LEAST } from '@tallystone/core/odds/fill-rule';
import { ODDS_STEP } from '@tallystone/core/odds/parse-odds';
import { payoutOf } from '@tallystone/core/odds/payout';
import { type WinnerSets, winnerSets } from '@tallystone/core/odds/winner-sets';
import { decideFromCoarse, minutesWith, minutesWithout } from './decide-from-coarse.ts';
import { everyResult } from './every-result.ts';
import { restOf, somePart } from './some-part.ts';

/** Statistics of games played to exploit the house, and of an independent count. */
export interface AnyStartTally {
  steps: number;
  bets: number;
  cashOuts: number;
  /** How many of them sold only a part of a bet. */
  parts: number;
  notCovered: number;
  /** How often a start before the last bet cost more than the announced one. */
  earlierIsWorse: number;
  /** Decisions that needed the minutes, and those that needed single bets. */
  byMinutes: number;
  byBets: number;
  /** How often some start and results would have cost more than a cap. */
  violations: number;
  /** Wrongly judged cash-outs: refused as not covered though no start violates a cap, or accepted though one does. */
  misjudged: number;
  /** The largest loss as a share of the game's cap. */
  worstShare: number;
}

export const noAnyStartTally = (): AnyStartTally => ({
  steps: 0,
  bets: 0,
  cashOuts: 0,
  parts: 0,
  notCovered: 0,
  earlierIsWorse: 0,
  byMinutes: 0,
  byBets: 0,
  violations: 0,
  misjudged: 0,
  worstShare: 0,
});

interface Bet {
  readonly at: number;
  readonly outcome: number;
  readonly stake: MicroUsdc;
  readonly payout: MicroUsdc;
}

interface Market {
  book: FeedBook;
  readonly sets: WinnerSets;
  /** The indices of the winners of each possible result. */
  readonly results: readonly (readonly number[])[];
  open: Bet[];
  /** As the server stores them. */
  minutes: ReadonlyMap<number, StartStep>;
  latest: number;
}

const CLOSES_AT = new Date('2030-01-02T00:00:00Z');
const OPENED_AT = Date.parse('2030-01-01T00:00:00Z');
const OUTCOME_IDS = ['0', '1', '2', '3', '4'];

/**
 * Plays a game with up to three markets: bets and cash-outs at moving odds, over minutes and hours. After each step
 * it counts, bet by bet, what the house would lose for every start and all results.
 *
 * @param unit from 0 up to, not including, 1
 */
export function playAnyStart(unit: () => number, steps: number, tally: AnyStartTally): void {
  const between = (least: number, most: number) => least + Math.floor(unit() * (most - least + 1));
  const gameCap = BigInt(between(200, 3_000)) * 100n * CENT;
  const markets = Array.from({ length: between(1, 3) }, () =>
    openMarket((gameCap * BigInt(between(30, 100))) / 100n, between(2, 5), unit),
  );
  const pace = 10 ** (1 + 4 * unit());
  const sells = 0.25 + 0.4 * unit();
  let at = OPENED_AT;
  for (let step = 0; step < steps; step++) {
    tally.steps += 1;
    // Some happen in the same millisecond.
    if (unit() < 0.8) at += Math.floor(pace * unit() * 2);
    const market = markets[between(0, markets.length - 1)];
    if (market === undefined) throw new Error('a game has a market');
    if (unit() < sells) {
      at += market.open.length > 0 && unit() < 0.5 ? 60_000 : 0;
      sell({ market, markets, gameCap, at }, unit, tally);
    } else {
      bet({ market, markets, gameCap, at }, unit, tally);
    }
    if (unit() < 0.5) market.book = { ...market.book, odds: someOdds(market.book.odds.length, unit) };
    count(markets, gameCap, tally);
  }
}

interface Turn {
  readonly market: Market;
  readonly markets: readonly Market[];
  readonly gameCap: bigint;
  readonly at: number;
}

function openMarket(cap: bigint, outcomes: number, unit: () => number): Market {
  const winners = outcomes > 2 && unit() < 0.5 ? 2 : 1;
  const none = Array.from({ length: outcomes }, () => ZERO_USDC);
  return {
    book: {
      kind: 'feed',
      rule: AT_LEAST,
      winners,
      odds: someOdds(outcomes, unit),
      pricedAt: new Date(OPENED_AT),
      lossBudget: microUsdc(cap),
      room: microUsdc(cap),
      openReturns: none,
      received: ZERO_USDC,
      openStakes: ZERO_USDC,
    },
    sets: winnerSets(outcomes, winners),
    results: everyResult(outcomes, winners),
    open: [],
    minutes: new Map(),
    latest: 0,
  };
}

/** From a feed with any errors, so there is much to exploit. */
function someOdds(outcomes: number, unit: () => number) {
  return Array.from({ length: outcomes }, () =>
    microOdds(BigInt(101 + Math.floor((outcomes * 30) / (0.05 + unit()) ** 1.5)) * ODDS_STEP),
  );
}

/** The book with the room that the other markets leave of the game's cap, for the announced start. */
function withRoom({ market, markets, gameCap, at }: Turn): FeedBook {
  const others = markets.reduce((sum, each) => (each === market ? sum : sum + exposureOf(each.book)), 0n);
  const left = gameCap > others ? gameCap - others : 0n;
  const { lossBudget } = market.book;
  const room = left < lossBudget ? microUsdc(left) : lossBudget;
  return { ...market.book, room, pricedAt: new Date(at) };
}

function bet(turn: Turn, unit: () => number, tally: AnyStartTally): void {
  const { market, at } = turn;
  const book = withRoom(turn);
  const outcome = Math.floor(unit() * book.odds.length);
  const most = feedMaxStakeOn(book, outcome);
  const limit = 500n * 100n * CENT;
  const share = unit() < 0.3 ? 1 : unit() ** 2;
  const stake = microUsdc((BigInt(Math.floor(Number(most < limit ? most : limit) * share)) / CENT) * CENT);
  const odds = book.odds[outcome];
  if (stake <= 0n || odds === undefined || odds === null) return;
  const placed: Bet = { at, outcome, stake, payout: payoutOf({ stake, odds }) };
  market.book = applyBet(book, { outcome, stake, odds });
  market.open.push(placed);
  market.minutes = minutesWith(market, { ...placed, isLatest: at > market.latest });
  market.latest = Math.max(market.latest, at);
  tally.bets += 1;
}

function sell(turn: Turn, unit: () => number, tally: AnyStartTally): void {
  const { market, markets, gameCap, at } = turn;
  const ripe = market.open.filter((each) => at - each.at >= 60_000);
  const chosen = ripe[Math.floor(unit() * ripe.length)];
  if (chosen === undefined) return;
  const sold = unit() < 0.3 ? somePart(chosen, unit) : chosen;
  const book = withRoom(turn);
  const { decision, depth } = decideFromCoarse(
    { cap: microUsdc(gameCap), markets, place: markets.indexOf(market) },
    (starts) =>
      decideCashOut({
        mode: 'demo',
        market: {
          state: 'open',
          closesAt: CLOSES_AT,
          outcomeIds: OUTCOME_IDS.slice(0, book.odds.length),
          book,
        },
        bet: { ...sold, outcomeId: String(sold.outcome), placedAt: new Date(sold.at), hasEnded: false },
        escrow: microUsdc(book.lossBudget + book.received),
        starts,
        asked: null,
        now: new Date(Math.min(at, CLOSES_AT.getTime() - 1)),
      }),
  );
  if (depth !== 'markets') tally.byMinutes += 1;
  if (depth === 'bets') tally.byBets += 1;
  if (decision.kind === 'fell' || decision.kind === 'unclear') throw new Error('no amount was asked for');
  if (decision.kind === 'unavailable' && decision.why !== 'not-covered') return;
  const ended = { ...sold, paid: feedCashOutValue(book, sold) ?? ZERO_USDC };
  const open = market.open.flatMap((each) => (each === chosen ? restOf(each, sold) : [each]));
  const after: Market = { ...market, book: endBetInBook(book, ended), open };
  const isWithin = isWithinCaps(
    markets.map((each) => (each === market ? after : each)),
    gameCap,
  );
  if (isWithin !== (decision.kind === 'accepted')) tally.misjudged += 1;
  if (decision.kind !== 'accepted') {
    tally.notCovered += 1;
    return;
  }
  market.book = after.book;
  market.open = after.open;
  market.minutes = minutesWithout(market, sold);
  tally.cashOuts += 1;
  if (sold !== chosen) tally.parts += 1;
}

function isWithinCaps(markets: readonly Market[], gameCap: bigint): boolean {
  const own = markets.every((market) => worstByCount([market]).worst <= Number(market.book.lossBudget));
  return own && worstByCount(markets).worst <= Number(gameCap);
}

function count(markets: readonly Market[], gameCap: bigint, tally: AnyStartTally): void {
  const { worst, asSaid } = worstByCount(markets);
  if (!isWithinCaps(markets, gameCap)) tally.violations += 1;
  if (worst > asSaid) tally.earlierIsWorse += 1;
  tally.worstShare = Math.max(tally.worstShare, worst / Number(gameCap));
}

/**
 * These markets' largest total loss for any start and any results: counts every bet separately for every start. Uses
 * plain numbers, which are exact up to nine billion USDC.
 */
function worstByCount(markets: readonly Market[]): { worst: number; asSaid: number } {
  const starts = [
    ...new Set(markets.flatMap(({ open }) => open.map(({ at }) => at))),
    Number.POSITIVE_INFINITY,
  ];
  let worst = 0;
  let asSaid = 0;
  for (const start of starts) {
    let lost = 0;
    for (const { book, open, results } of markets) {
      // Income from ended bets minus what they were paid.
      const kept = Number(book.received) - open.reduce((sum, { stake }) => sum + Number(stake), 0);
      const before = open.filter(({ at }) => at < start);
      const stakes = before.reduce((sum, { stake }) => sum + Number(stake), 0);
      const owed = results.map((won) =>
        before.reduce((sum, each) => (won.includes(each.outcome) ? sum + Number(each.payout) : sum), 0),
      );
      // The worst result's payouts, or the stakes for a void.
      lost += Math.max(0, Math.max(stakes, ...owed) - stakes - kept);
    }
    worst = Math.max(worst, lost);
    if (start === Number.POSITIVE_INFINITY) asSaid = lost;
  }
  return { worst, asSaid };
}

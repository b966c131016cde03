import { CASH_OUT_AFTER_MS, MAY_BE_LATE_MS } from '@tallystone/core/betting/decide-cash-out';
import { type MicroUsdc, microUsdc, ZERO_USDC } from '@tallystone/core/money/micro-usdc';
import {
  applyToBook,
  type Book,
  bookAffords,
  bookCashOutValue,
  bookHonours,
  endBetInBook,
} from '@tallystone/core/odds/book';
import { type FeedBook, isFresh } from '@tallystone/core/odds/feed';
import { payoutOf } from '@tallystone/core/odds/payout';
import type { MarketResult } from '@tallystone/core/settlement/result';
import { settleBet } from '@tallystone/core/settlement/settle-bet';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { rows } from '../db/rows.ts';
import type { Difference } from '../ledger/difference.ts';
import { getMarketOfBooks, type StoredMarket } from '../markets/stored-market.ts';
import {
  betsInOrder,
  earlyEndsInOrder,
  type ReplayedBet,
  type ReplayedEnd,
  selectMarketEnd,
  selectPrices,
} from './replay-store.ts';

export interface Replay {
  readonly markets: number;
  readonly bets: number;
  /** Ends that something was paid for. */
  readonly ends: number;
  /** What does not follow from the rules. */
  readonly differences: readonly Difference[];
}

const PAGE_BETS = 5000;
const MOST_SHOWN = 20;

/**
 * Places every bet again and ends it again, market by market in the order of their versions, with the rules alone: each
 * bet must have been acceptable on what the ones before it left, pay stake times odds, and be sold for no more than it
 * was worth; settlement must have paid each bet what core says of it; and together they must make the market that is
 * stored. On a market of the feed a bet must have been acceptable at the odds that the feed gave last before it, while
 * they were fresh, and within the market's cap.
 */
export async function replayBets(db: Db, { pageBets = PAGE_BETS } = {}): Promise<Replay> {
  const differences: Difference[] = [];
  let bets = 0;
  let ends = 0;
  const markets = await rows<{ id: string }>(db, sql`select id from markets order by id`);
  for (const { id } of markets) {
    const market = await getMarketOfBooks(db, id);
    if (market === null) continue;
    const replayed = await replayMarket(db, market, pageBets);
    bets += replayed.bets;
    ends += replayed.ends;
    differences.push(...replayed.differences);
  }
  // All markets are gone through, since the first of all differences may be on the last of them.
  return { markets: markets.length, bets, ends, differences };
}

/** A market as it is made anew. */
interface Replayed {
  readonly market: StoredMarket;
  /** From when on bets are void, because the game had begun; null: none is known to be. */
  readonly lateFrom: Date | null;
  readonly priceBefore: (version: number, pricedAt: Date | null) => Pick<FeedBook, 'odds' | 'pricedAt'>;
  book: Book;
  /** On a market of the feed: bets that have not ended, by id in their order; old ones are dropped on the way. */
  readonly recent: Map<string, { placedAt: Date; stake: MicroUsdc }>;
  tell(difference: Difference): void;
}

async function replayMarket(
  db: Db,
  market: StoredMarket,
  pageBets: number,
): Promise<{ bets: number; ends: number; differences: Difference[] }> {
  const differences: Difference[] = [];
  const end = await selectMarketEnd(db, market.id);
  const replayed: Replayed = {
    market,
    lateFrom: end.lateFrom,
    priceBefore: await priceBeforeOf(db, market),
    book: {
      ...market.book,
      openReturns: market.outcomeIds.map(() => ZERO_USDC),
      received: ZERO_USDC,
      openStakes: ZERO_USDC,
    },
    recent: new Map(),
    tell: (difference) => {
      if (differences.length < MOST_SHOWN) differences.push(difference);
    },
  };
  let bets = 0;
  let ends = 0;
  let staked = 0n;
  const early = earlyEndsInOrder(db, { marketId: market.id, pageBets });
  let next = await early.next();
  for await (const bet of betsInOrder(db, { marketId: market.id, pageBets })) {
    for (; !next.done && next.value.version < bet.marketVersion; next = await early.next()) {
      replayEnd(replayed, next.value);
      ends += 1;
    }
    replayBet(replayed, bet);
    bets += 1;
    staked += bet.stake;
    if (bet.settled !== null) ends += 1;
    replaySettlement(replayed, bet, end);
  }
  for (; !next.done; next = await early.next()) {
    replayEnd(replayed, next.value);
    ends += 1;
  }
  tellOfMarket(replayed, staked);
  return { bets, ends, differences };
}

function replayBet(replayed: Replayed, bet: ReplayedBet): void {
  const { market, tell, priceBefore } = replayed;
  const { id, entryId, outcomeId, stake, odds, payout, marketVersion } = bet;
  const payoutByOdds = payoutOf({ stake, odds });
  if (payout !== payoutByOdds) {
    tell(differenceOf(entryId, `the payout of bet ${id}, stake times odds`, payoutByOdds, payout));
  }
  const outcome = market.outcomeIds.indexOf(outcomeId);
  if (outcome < 0) {
    tell({ entryId, what: `bet ${id}`, expected: `an outcome of market ${market.id}`, found: outcomeId });
    return;
  }
  if (replayed.book.kind === 'feed') {
    const { book } = replayed;
    replayed.book = { ...book, ...priceBefore(marketVersion, bet.pricedAt), room: book.lossBudget };
    if (!isFresh(replayed.book, bet.placedAt)) {
      tell({ entryId, what: `bet ${id}`, expected: 'odds that were fresh', found: ageOf(bet) });
    }
  }
  if (!bookHonours(replayed.book, { outcome, stake, odds, isQuoted: bet.isQuoted })) {
    tell({
      entryId,
      what: `bet ${id}, of version ${marketVersion} of market ${market.id}`,
      expected: 'acceptable terms',
      found: `${stake} micro-USDC at ${odds} micro-odds, which the market would not have taken`,
    });
  }
  replayed.book = applyToBook(replayed.book, { outcome, stake, odds });
  if (replayed.book.kind === 'feed') replayed.recent.set(id, { placedAt: bet.placedAt, stake });
}

/** An end before settlement: the bet was sold, or it is void because the game had begun. */
function replayEnd(replayed: Replayed, end: ReplayedEnd): void {
  const { market, tell, lateFrom, priceBefore } = replayed;
  const { betId, entryId, kind, amount, version } = end;
  const outcome = market.outcomeIds.indexOf(end.outcomeId);
  // Told of the bet already.
  if (outcome < 0) return;
  replayed.recent.delete(betId);
  const ended = { outcome, stake: end.stake, payout: end.payout, paid: amount };
  const what = `the ${kind} of bet ${betId}, of version ${version} of market ${market.id}`;
  if (kind === 'refund') {
    if (amount !== end.stake) tell(differenceOf(entryId, what, end.stake, amount));
    if (lateFrom === null || end.placedAt < lateFrom) {
      const from = lateFrom?.toISOString() ?? 'no moment';
      tell({
        entryId,
        what,
        expected: `a bet from ${from} on, when the game had begun`,
        found: `one of ${end.placedAt.toISOString()}`,
      });
    }
  } else if (kind === 'cash-out') {
    if (replayed.book.kind === 'feed') {
      const { book } = replayed;
      replayed.book = { ...book, ...priceBefore(version, end.pricedAt), room: book.lossBudget };
      if (!isFresh(replayed.book, end.endedAt)) {
        tell({ entryId, what, expected: 'odds that were fresh', found: ageOf(end) });
      }
    }
    const value = bookCashOutValue(replayed.book, ended);
    if (value === null || amount > value) {
      tell(differenceOf(entryId, `${what}, at most`, value ?? ZERO_USDC, amount));
    }
    const escrow = microUsdc(market.funded + replayed.book.received);
    const recentStakes = recentStakesAt(replayed, end.endedAt);
    if (!bookAffords(replayed.book, ended, { escrow, recentStakes })) {
      tell({
        entryId,
        what,
        expected: 'an amount that leaves enough for everybody else',
        found: `${amount} micro-USDC`,
      });
    }
    const heldMs = end.endedAt.getTime() - end.placedAt.getTime();
    if (heldMs < CASH_OUT_AFTER_MS) {
      tell({
        entryId,
        what,
        expected: `a bet at least ${CASH_OUT_AFTER_MS} ms old`,
        found: `one of ${heldMs} ms`,
      });
    }
  } else {
    tell({ entryId, what, expected: 'a cash-out or a refund', found: kind });
  }
  replayed.book = endBetInBook(replayed.book, ended);
}

/** The clock was read twice then, so a bet at the edge may have counted or not: here it does not. */
const EDGE_MS = 60_000;

/** The stakes of the other bets that a start of the game within the last hour would make void, micro-USDC. */
function recentStakesAt({ recent }: Replayed, at: Date): MicroUsdc {
  let sum = 0n;
  for (const [id, { placedAt, stake }] of recent) {
    if (at.getTime() - placedAt.getTime() < MAY_BE_LATE_MS - EDGE_MS) sum += stake;
    // Bets came in the order of their moments, and so do cash-outs.
    else recent.delete(id);
  }
  return microUsdc(sum);
}

/** What settlement has made of a bet it has passed. */
function replaySettlement(
  { tell }: Replayed,
  bet: ReplayedBet,
  { settledThrough, result }: { settledThrough: number | null; result: MarketResult },
): void {
  const isPassed = settledThrough !== null && bet.marketVersion <= settledThrough;
  const { result: name, paid } = settleBet(bet, result);
  const expected = isPassed && !bet.endedEarly ? paid : ZERO_USDC;
  const found = bet.settled?.amount ?? ZERO_USDC;
  const entryId = bet.settled?.entryId ?? bet.entryId;
  const what = isPassed
    ? `what settlement paid for bet ${bet.id}, which is ${name}`
    : `bet ${bet.id}, not settled yet`;
  if (found !== expected) tell(differenceOf(entryId, what, expected, found));
  const kind = name === 'void' ? 'refund' : 'payout';
  if (bet.settled !== null && bet.settled.kind !== kind) {
    tell({ entryId, what: `the end of bet ${bet.id}`, expected: kind, found: bet.settled.kind });
  }
}

function tellOfMarket({ market, book, tell }: Replayed, staked: bigint): void {
  const compare = (what: string, expected: bigint, found: bigint) => {
    if (expected !== found) tell(differenceOf(null, `${what} of market ${market.id}`, expected, found));
  };
  compare('what was received', book.received, market.book.received);
  compare('the open stakes', book.openStakes, market.book.openStakes);
  compare('the volume', staked, market.staked);
  for (const [outcome, returns] of book.openReturns.entries()) {
    compare(`the open returns of outcome ${outcome}`, returns, market.book.openReturns[outcome] ?? ZERO_USDC);
  }
}

const differenceOf = (
  entryId: string | null,
  what: string,
  expected: bigint,
  found: bigint | MicroUsdc,
): Difference => ({
  entryId,
  what,
  expected: `${expected} micro-USDC`,
  found: `${found} micro-USDC`,
});

const ageOf = ({ pricedAt }: { pricedAt: Date | null }) =>
  pricedAt === null ? 'odds without a moment' : `odds of ${pricedAt.toISOString()}`;

/** Odds and their moment as a bet, or an end, found them. Versions must be asked for in rising order. */
async function priceBeforeOf(
  db: Db,
  { id, outcomeIds, book }: StoredMarket,
): Promise<Replayed['priceBefore']> {
  const prices = book.kind === 'feed' ? await selectPrices(db, id) : [];
  const none = outcomeIds.map(() => null);
  let next = 0;
  return (version, pricedAt) => {
    while ((prices[next]?.version ?? version) < version) next += 1;
    // A bet that does not say how old its odds were is as bad as one at the oldest.
    return { odds: prices[next - 1]?.odds ?? none, pricedAt: pricedAt ?? new Date(0) };
  };
}

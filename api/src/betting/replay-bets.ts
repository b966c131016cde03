import { CASH_OUT_AFTER_MS } from '@tallystone/core/betting/decide-cash-out';
import { CHANGES_KEPT_MS } from '@tallystone/core/markets/history-range';
import { type Millionths, priceOf, priceOfOdds } from '@tallystone/core/markets/price-point';
import { type MicroUsdc, microUsdc, ZERO_USDC } from '@tallystone/core/money/micro-usdc';
import {
  applyToBook,
  type Book,
  bookAffordable,
  bookAffords,
  bookCashOutValue,
  bookFill,
  type EndedEarly,
  endBetInBook,
} from '@tallystone/core/odds/book';
import {
  atEveryStart,
  emptyStep,
  judgeSale,
  type StartStep,
  type StartVerdict,
  startStepOf,
  stepOfBook,
  stepWith,
  stepWithout,
  unclearMoments,
} from '@tallystone/core/odds/every-start';
import { type FeedBook, isFresh } from '@tallystone/core/odds/feed';
import { AS_SIGNED } from '@tallystone/core/odds/fill-rule';
import { payoutOf } from '@tallystone/core/odds/payout';
import { addPendingBet, dropPendingBet, pricingBook, withPending } from '@tallystone/core/odds/pending';
import type { MarketResult } from '@tallystone/core/settlement/result';
import { settleBet } from '@tallystone/core/settlement/settle-bet';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { readClock } from '../db/read-clock.ts';
import { col, rows, value } from '../db/rows.ts';
import type { Difference } from '../ledger/difference.ts';
import { isJoinedToChain } from '../markets/joined-to-chain.ts';
import { earliestOf, isLate, type LateStart } from '../markets/late-starts.ts';
import { getMarketOfBooks, type StoredMarket } from '../markets/stored-market.ts';
import { EVERY_START_RULE } from './cash-out-store.ts';
import {
  betsInOrder,
  earlyEndsInOrder,
  type HeardStarts,
  type KeptPrice,
  liveStepsInOrder,
  pricesInOrder,
  type ReplayedAcceptance,
  type ReplayedBet,
  type ReplayedEnd,
  selectHeardStarts,
  selectMarketEnd,
  selectPrices,
} from './replay-store.ts';
import { betsOfMinutes } from './starts-store.ts';

export interface Replay {
  readonly markets: number;
  readonly bets: number;
  /** Ends that something was paid for. */
  readonly ends: number;
  /** What does not follow from the rules. */
  readonly differences: readonly Difference[];
  /** What the charts keep, and was not the price then. */
  readonly prices: readonly Difference[];
}

const PAGE_BETS = 5000;
const MOST_SHOWN = 20;

/**
 * Places every bet again and ends it again, market by market in the order of their versions, with the rules alone: each
 * bet must have been acceptable on what the ones before it left, pay stake times odds, and be sold for no more than it
 * was worth; settlement must have paid each bet what core says of it; and together they must make the market that is
 * stored. On a market of the feed a bet must have been acceptable at the odds that the feed gave last before it, while
 * they were fresh, and within the market's cap. A live bet must have been acceptable when it was accepted, with what was
 * pending then, whichever of those bets stayed; it counts from its confirmation on. Each price that the charts keep
 * must be the market's after the change of its version, and of the last day none may be missing. Stakes are given back
 * before the end from the starts alone that the audit has, and no bet that was late by one of them is paid by a result.
 */
export async function replayBets(db: Db, { pageBets = PAGE_BETS } = {}): Promise<Replay> {
  const differences: Difference[] = [];
  const prices: Difference[] = [];
  let bets = 0;
  let ends = 0;
  const markets = await rows(
    db,
    { id: col.text, outcomes: col.number },
    sql`
      select m.id, (select count(*) from outcomes o where o.market_id = m.id)::int as outcomes
      from markets m order by m.id`,
  );
  const heard = await selectHeardStarts(db);
  const since = new Date((await readClock(db)).getTime() - CHANGES_KEPT_MS);
  const isJoined = await value(db, col.bool, sql`select ${isJoinedToChain}`);
  for (const { id, outcomes } of markets) {
    // Nothing can be placed on it, and its bets are those of no market.
    if (outcomes === 0) {
      differences.push({
        entryId: null,
        what: `the outcomes of market ${id}`,
        expected: 'at least two',
        found: 'none',
      });
      continue;
    }
    const market = await getMarketOfBooks(db, id);
    if (market === null) continue;
    const replayed = await replayMarket(db, market, { heard, pageBets, since, isJoined });
    bets += replayed.bets;
    ends += replayed.ends;
    differences.push(...replayed.differences);
    prices.push(...replayed.prices);
  }
  // All markets are gone through, since the first of all differences may be on the last of them.
  return { markets: markets.length, bets, ends, differences, prices };
}

/** A change of a market's price. */
interface Moved {
  readonly version: number;
  /** Null where its moment is not that of a row. */
  readonly at: Date | null;
  readonly madeAt: Date;
  /** Of bets: of those of a batch only the last has a price that is kept. */
  readonly batch: string | null;
  isKept: boolean;
}

/** A market as it is made anew. */
interface Replayed {
  readonly market: StoredMarket;
  /** By these bets are void, because the game had begun. */
  readonly starts: readonly LateStart[];
  /** The same, by older versions. */
  readonly startsBefore: readonly Date[];
  readonly priceBefore: (version: number, pricedAt: Date | null) => Pick<FeedBook, 'odds' | 'pricedAt'>;
  book: Book;
  /** On a market of the feed: what the bets of a minute that have not ended are together, a bound where it says one. */
  readonly minutes: Map<number, StartStep>;
  /** When the latest bet was placed, in milliseconds. */
  latest: number;
  /** Of what was placed or ended last; null: it was told already that they are in another order than the versions. */
  lastEntry: bigint | null;
  /** What moved the price last. */
  moved: Moved | null;
  tell(difference: Difference): void;
}

async function replayMarket(
  db: Db,
  market: StoredMarket,
  {
    heard,
    pageBets,
    since,
    isJoined,
  }: { heard: HeardStarts; pageBets: number; since: Date; isJoined: boolean },
): Promise<Omit<Replay, 'markets'>> {
  const differences: Difference[] = [];
  const wrongPrices: Difference[] = [];
  const end = await selectMarketEnd(db, market.id);
  const prices = market.book.kind === 'feed' ? await selectPrices(db, market.id) : [];
  const replayed: Replayed = {
    market,
    starts: heard.starts.get(market.id) ?? [],
    startsBefore: heard.before.get(market.id) ?? [],
    priceBefore: priceBeforeOf(market, prices),
    book: {
      ...withoutPending(market.book),
      openReturns: market.outcomeIds.map(() => ZERO_USDC),
      received: ZERO_USDC,
      openStakes: ZERO_USDC,
    },
    minutes: new Map(),
    latest: 0,
    lastEntry: 0n,
    moved: null,
    tell: (difference) => {
      if (differences.length < MOST_SHOWN) differences.push(difference);
    },
  };
  let bets = 0;
  let ends = 0;
  let staked = 0n;
  const early = earlyEndsInOrder(db, { marketId: market.id, pageBets });
  const live = liveStepsInOrder(db, { marketId: market.id, pageBets });
  const kept = pricesInOrder(db, { marketId: market.id, pageBets });
  const lost = lostPricesOf(market, { since, isJoined });
  const keptVersions = new Set<number>();
  let nextEnd = await early.next();
  let nextStep = await live.next();
  let nextPrice = await kept.next();
  const priceOfVersion = new Map(prices.map((price) => [price.version, price]));
  /** A price is that of the market when all changes up to its version were made. */
  const comparePricesBefore = async (version: number) => {
    for (; !nextPrice.done && nextPrice.value.version < version; nextPrice = await kept.next()) {
      const { book, moved } = replayed;
      const given = priceOfVersion.get(nextPrice.value.version);
      const expected =
        book.kind === 'feed'
          ? given && { ...given, price: priceOfOdds(given.odds) }
          : moved && { ...moved, price: priceOf(book) };
      lost.keep(nextPrice.value.version);
      if (book.kind === 'feed') keptVersions.add(nextPrice.value.version);
      else if (moved?.version === nextPrice.value.version) moved.isKept = true;
      const wrong = priceDifference(market, nextPrice.value, expected ?? null);
      if (wrong !== null && wrongPrices.length < MOST_SHOWN) wrongPrices.push(wrong);
    }
  };
  const move = (next: Moved | null) => {
    const { moved, book } = replayed;
    const isOfBatch =
      next !== null &&
      next.batch !== null &&
      next.batch === moved?.batch &&
      next.version === moved.version + 1;
    if (moved !== null && book.kind !== 'feed' && !isOfBatch) lost.judge(moved);
    replayed.moved = next;
  };
  const replayUpTo = async (version: number) => {
    for (;;) {
      const endAt = nextEnd.done ? version : nextEnd.value.version;
      const stepAt = nextStep.done ? version : nextStep.value.version;
      await comparePricesBefore(Math.min(endAt, stepAt, version));
      if (Math.min(endAt, stepAt) >= version) return;
      if (!nextEnd.done && endAt < stepAt) {
        await replayEnd(db, replayed, nextEnd.value);
        const { version: of, kind, endedAt } = nextEnd.value;
        // A stake that is given back moves no price: that of a feed is not made by bets.
        if (kind === 'cash-out')
          move({ version: of, at: endedAt, madeAt: endedAt, batch: null, isKept: false });
        ends += 1;
        nextEnd = await early.next();
      } else if (!nextStep.done) {
        const { kind, bet, version: at } = nextStep.value;
        if (kind === 'accepted') replayAcceptance(replayed, bet, at);
        else dropPending(replayed, bet);
        nextStep = await live.next();
      }
    }
  };
  for await (const bet of betsInOrder(db, { marketId: market.id, pageBets })) {
    await replayUpTo(bet.marketVersion);
    replayBet(replayed, bet);
    const { marketVersion, decidedAt, placedAt, batch } = bet;
    move({
      version: marketVersion,
      at: bet.isLive ? null : placedAt,
      madeAt: decidedAt ?? placedAt,
      batch,
      isKept: false,
    });
    bets += 1;
    staked += bet.stake;
    if (bet.settled !== null) ends += 1;
    replaySettlement(replayed, bet, end);
    tellOfLate(replayed, bet, end);
  }
  await replayUpTo(Number.POSITIVE_INFINITY);
  if (heard.areKept && end.lateFrom?.getTime() !== heard.left.get(market.id)?.getTime())
    tellOfStart(replayed, end.lateFrom);
  move(null);
  // The first odds are those of the import: as the market was opened.
  for (const { version, at } of prices) {
    if (version > 1) lost.judge({ version, madeAt: at, isKept: keptVersions.has(version) });
  }
  tellOfMarket(replayed, staked);
  return { bets, ends, differences, prices: [...wrongPrices, ...lost.found()] };
}

function replayBet(replayed: Replayed, bet: ReplayedBet): void {
  const { market, tell, priceBefore } = replayed;
  const { id, entryId, outcomeId, stake, odds, payout, marketVersion } = bet;
  const payoutByOdds = payoutOf({ stake, odds });
  if (payout !== payoutByOdds) {
    tell(differenceOf(entryId, `the payout of bet ${id}, stake times odds`, payoutByOdds, payout));
  }
  if (bet.status !== 'confirmed') {
    tell({ entryId, what: `the status of bet ${id}`, expected: 'confirmed', found: bet.status });
  }
  const outcome = market.outcomeIds.indexOf(outcomeId);
  if (outcome < 0) {
    tell({ entryId, what: `bet ${id}`, expected: `an outcome of market ${market.id}`, found: outcomeId });
    return;
  }
  if (bet.isLive) {
    dropPending(replayed, bet);
    replayed.book = applyToBook(replayed.book, { outcome, stake, odds });
    addToMinute(replayed, bet, outcome);
    return;
  }
  compareOrder(replayed, entryId, `the entry of bet ${id}, of version ${marketVersion}`);
  if (replayed.book.kind === 'feed') {
    const { book } = replayed;
    replayed.book = { ...book, ...priceBefore(marketVersion, bet.pricedAt), room: book.lossBudget };
    if (!isFresh(replayed.book, bet.placedAt)) {
      tell({ entryId, what: `bet ${id}`, expected: 'odds that were fresh', found: ageOf(bet) });
    }
  }
  const what = `bet ${id}, of version ${marketVersion} of market ${market.id}`;
  if (bet.fillRule !== replayed.book.rule) {
    tell({ entryId, what, expected: `rule ${replayed.book.rule} of filling bets`, found: `${bet.fillRule}` });
  }
  const signed = bet.signedOdds ?? odds;
  const filled = bookFill(replayed.book, { outcome, stake, odds: signed, isQuoted: bet.isQuoted });
  if (filled === null) {
    tell({
      entryId,
      what,
      expected: 'acceptable terms',
      found: `${stake} micro-USDC at ${signed} micro-odds, which the market would not have taken`,
    });
  } else if (filled !== odds) {
    tell({ entryId, what, expected: `filled at ${filled} micro-odds`, found: `at ${odds}` });
  }
  replayed.book = applyToBook(replayed.book, { outcome, stake, odds });
  addToMinute(replayed, bet, outcome);
}

/** Entries get their numbers under the lock of the market, as its versions do. Their moments may be those of a clock that was set back. */
function compareOrder(replayed: Replayed, entryId: string, what: string): void {
  const { lastEntry, tell } = replayed;
  const entry = BigInt(entryId);
  if (lastEntry === null) return;
  const isInOrder = entry >= lastEntry;
  if (!isInOrder) tell({ entryId, what, expected: `one after entry ${lastEntry}`, found: entryId });
  replayed.lastEntry = isInOrder ? entry : null;
}

function addToMinute(replayed: Replayed, bet: ReplayedBet, outcome: number): void {
  if (replayed.book.kind !== 'feed') return;
  const { minutes, market, latest } = replayed;
  const at = bet.placedAt.getTime();
  const minute = startStepOf(at);
  const step = minutes.get(minute) ?? emptyStep(minute, market.outcomeIds.length);
  minutes.set(minute, stepWith(step, { at, outcome, stake: bet.stake, payout: bet.payout }, at > latest));
  replayed.latest = Math.max(latest, at);
}

/** A live bet as it was decided: by what was pending then, with the house able to bear whichever of that stayed. */
function replayAcceptance(replayed: Replayed, bet: ReplayedAcceptance, version: number): void {
  const { market, tell, priceBefore } = replayed;
  const { id, entryId, stake, odds, payout } = bet;
  const what = `live bet ${id}, accepted with version ${version} of market ${market.id}`;
  const payoutByOdds = payoutOf({ stake, odds });
  if (payout !== payoutByOdds) tell(differenceOf(entryId, `the payout of ${what}`, payoutByOdds, payout));
  const outcome = market.outcomeIds.indexOf(bet.outcomeId);
  if (outcome < 0) {
    tell({ entryId, what, expected: `an outcome of market ${market.id}`, found: bet.outcomeId });
    return;
  }
  let book: Book = withPending(replayed.book);
  if (book.kind === 'feed') {
    book = { ...book, ...priceBefore(version, bet.pricedAt), room: book.lossBudget };
    if (!isFresh(book, bet.placedAt)) {
      tell({ entryId, what, expected: 'odds that were fresh', found: ageOf(bet) });
    }
  }
  const pricedOn = pricingBook(book, outcome).openReturns.join(', ');
  if (bet.pricedOn.join(', ') !== pricedOn) {
    tell({ entryId, what, expected: `odds of open returns ${pricedOn}`, found: bet.pricedOn.join(', ') });
  }
  if (
    bookFill(book, { outcome, stake, odds, isQuoted: true }) === null ||
    stake > bookAffordable(book, { outcome, odds })
  ) {
    tell({
      entryId,
      what,
      expected: 'acceptable terms',
      found: `${stake} micro-USDC at ${odds} micro-odds, which the market would not have taken`,
    });
  }
  replayed.book = addPendingBet(book, { outcome, stake, odds });
}

/** It was decided: what it is then is told elsewhere. */
function dropPending(replayed: Replayed, bet: Pick<ReplayedBet, 'outcomeId' | 'stake' | 'odds'>): void {
  const outcome = replayed.market.outcomeIds.indexOf(bet.outcomeId);
  if (outcome >= 0) replayed.book = dropPendingBet(replayed.book, { ...bet, outcome });
}

function withoutPending({ pending: _, ...book }: Book): Book {
  return book;
}

/** An end before settlement: the bet was sold, or it is void because the game had begun. */
async function replayEnd(db: Db, replayed: Replayed, end: ReplayedEnd): Promise<void> {
  const { market, tell, priceBefore } = replayed;
  const { betId, entryId, kind, amount, version } = end;
  const outcome = market.outcomeIds.indexOf(end.outcomeId);
  // Told of the bet already.
  if (outcome < 0) return;
  const ended = { outcome, stake: end.stake, payout: end.payout, paid: amount };
  const what = `the ${kind} of bet ${betId}, of version ${version} of market ${market.id}`;
  compareOrder(replayed, entryId, `the entry of ${what}`);
  const minute = replayed.minutes.get(startStepOf(end.placedAt.getTime()));
  if (minute === undefined && replayed.book.kind === 'feed') {
    tell({ entryId, what, expected: 'a bet placed before it', found: 'none of its minute' });
    replayed.book = endBetInBook(replayed.book, ended);
    return;
  }
  if (kind === 'refund') {
    if (amount !== end.stake) tell(differenceOf(entryId, what, end.stake, amount));
    const isVoid =
      isLate(replayed.starts, { placedAt: end.placedAt, version: end.betVersion }) ||
      replayed.startsBefore.some((from) => end.placedAt >= from);
    if (!isVoid) {
      const from = firstStartOf(replayed)?.toISOString() ?? 'no moment';
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
    const isAfforded =
      bookAffords(replayed.book, ended, { escrow }) &&
      (end.rule !== EVERY_START_RULE || (await isWithinEveryStart(db, replayed, end, ended)));
    if (!isAfforded) {
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
  if (minute !== undefined) replayed.minutes.set(minute.at, stepWithout(minute, ended));
}

/** Whether the market's cap is kept after a cash-out, whenever its game began. That of the game is an invariant. */
async function isWithinEveryStart(
  db: Db,
  { market, book, minutes }: Replayed,
  { placedAt, version }: ReplayedEnd,
  ended: EndedEarly,
): Promise<boolean> {
  if (book.kind !== 'feed') return true;
  const cap = book.lossBudget;
  const kept = microUsdc(book.received - book.openStakes);
  const sold = { ...ended, at: placedAt.getTime() };
  const judge = (steps: StartStep[]): { verdict: StartVerdict; unclear: readonly number[] } => {
    const [starts] = atEveryStart({ cap, markets: [{ cap, kept, steps }] });
    // A bet that was placed only after its end has no place among the others.
    if (starts === undefined || steps.every(({ at }) => at > sold.at))
      return { verdict: 'above', unclear: [] };
    const verdict = judgeSale(starts, sold);
    return { verdict, unclear: verdict === 'unclear' ? unclearMoments(starts, [sold]) : [] };
  };
  const whole = judge([stepOfBook(book)]);
  if (whole.verdict !== 'unclear') return whole.verdict === 'within';
  const ofMinutes = [...minutes.values()].sort((a, b) => a.at - b.at);
  const byMinutes = judge(ofMinutes);
  if (byMinutes.verdict !== 'unclear') return byMinutes.verdict === 'within';
  const unclear = new Set(byMinutes.unclear);
  const read = await betsOfMinutes(db, {
    markets: [{ id: market.id, outcomes: market.outcomeIds.length }],
    minutes: unclear,
    before: version,
  });
  const clear = ofMinutes.filter(({ at }) => !unclear.has(at));
  const moments = read.get(market.id) ?? [];
  return judge([...clear, ...moments].sort((a, b) => a.at - b.at)).verdict === 'within';
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

/** A bet that was late by the word of the feed was given back, or is void with all others: no result pays it. */
function tellOfLate(
  { starts, tell }: Replayed,
  bet: ReplayedBet,
  { settledThrough, result }: { settledThrough: number | null; result: MarketResult },
): void {
  const { id, entryId, placedAt, marketVersion: version } = bet;
  const isPaid = settledThrough !== null && version <= settledThrough && result.kind === 'won';
  // The contract gives no single bet back.
  if (!isPaid || bet.endedEarly || bet.isLive || bet.pricedAt === null) return;
  if (!isLate(starts, { placedAt, version })) return;
  tell({
    entryId,
    what: `bet ${id}, which was placed when the game had begun`,
    expected: 'its stake given back',
    found: `settled as ${settleBet(bet, result).result}`,
  });
}

/** From the start that a market names bets are given back, so that the audit must have it. */
function tellOfStart({ market, starts, startsBefore, tell }: Replayed, lateFrom: Date | null): void {
  if (lateFrom === null) return;
  const known = [...starts.map(({ from }) => from), ...startsBefore].map((from) => from.getTime());
  if (known.includes(lateFrom.getTime())) return;
  tell({
    entryId: null,
    what: `the start from which on bets on market ${market.id} are late`,
    expected: 'one that the feed gave, as the audit says',
    found: lateFrom.toISOString(),
  });
}

function firstStartOf({ starts, startsBefore }: Replayed): Date | null {
  const all = startsBefore.map((from) => ({ from, version: 0 }));
  return earliestOf([...starts, ...all]);
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
  const [ours, stored] = [withPending(book).pending, withPending(market.book).pending];
  for (const outcome of book.openReturns.keys()) {
    const at = (amounts: readonly MicroUsdc[]) => amounts[outcome] ?? ZERO_USDC;
    compare(`the pending returns of outcome ${outcome}`, at(ours.returns), at(stored.returns));
    compare(`the pending stakes of outcome ${outcome}`, at(ours.stakes), at(stored.stakes));
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

/** Compares a price that is kept with what the market's was then. */
function priceDifference(
  { id }: StoredMarket,
  { version, at, price }: KeptPrice,
  expected: { version: number; at: Date | null; price: Millionths } | null,
): Difference | null {
  const what = `the price of version ${version} of market ${id}`;
  const textOf = (each: Millionths, moment: Date | null) =>
    `${each.map((millionths) => millionths ?? 'none').join(', ')} millionths${moment === null ? '' : ` at ${moment.toISOString()}`}`;
  if (expected === null || expected.version !== version) {
    return { entryId: null, what, expected: 'none: nothing changed it then', found: textOf(price, at) };
  }
  const wanted = textOf(expected.price, expected.at);
  const found = textOf(price, expected.at === null ? null : at);
  return wanted === found ? null : { entryId: null, what, expected: wanted, found };
}

/**
 * Finds prices that are missing. They are taken away from the oldest on, when they are a day old (fold-prices.ts), so each
 * one after one that is kept must be there, and each one after the last that is a day old. Of markets from before prices
 * were kept they were made later, one a minute: those are of the older rule, in books that follow no chain.
 *
 * @param known.since a day ago. Changes must be judged in the order of their versions
 */
function lostPricesOf({ id, book }: StoredMarket, { since, isJoined }: { since: Date; isJoined: boolean }) {
  const mayLack = book.rule === AS_SIGNED && !isJoined;
  const lost: Difference[] = [];
  /** Before which none is kept: they may have been taken away with an older one. */
  let doubtful: Difference[] = [];
  let firstKept = Number.POSITIVE_INFINITY;
  return {
    keep(version: number) {
      firstKept = Math.min(firstKept, version);
    },
    judge({ version, madeAt, isKept }: Pick<Moved, 'version' | 'madeAt' | 'isKept'>) {
      if (madeAt < since) doubtful = [];
      if (isKept || mayLack) return;
      const found = version > firstKept ? lost : doubtful;
      if (found === doubtful && madeAt < since) return;
      if (found.length === MOST_SHOWN) return;
      const what = `the price of version ${version} of market ${id}`;
      found.push({ entryId: null, what, expected: `one of ${madeAt.toISOString()}`, found: 'none' });
    },
    found: () => [...lost, ...doubtful],
  };
}

/** Odds and their moment as a bet, or an end, found them. Versions must be asked for in rising order. */
function priceBeforeOf(
  { outcomeIds }: StoredMarket,
  prices: Awaited<ReturnType<typeof selectPrices>>,
): Replayed['priceBefore'] {
  const none = outcomeIds.map(() => null);
  let next = 0;
  return (version, pricedAt) => {
    while ((prices[next]?.version ?? version) < version) next += 1;
    // A bet that does not say how old its odds were is as bad as one at the oldest.
    return { odds: prices[next - 1]?.odds ?? none, pricedAt: pricedAt ?? new Date(0) };
  };
}

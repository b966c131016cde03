import { CHANGES_KEPT_MS } from '@tallystone/core/markets/history-range';
import { priceOf, priceOfOdds } from '@tallystone/core/markets/price-point';
import { type MicroUsdc, ZERO_USDC } from '@tallystone/core/money/micro-usdc';
import type { Book } from '@tallystone/core/odds/book';
import { withPending } from '@tallystone/core/odds/pending';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { readClock } from '../db/read-clock.ts';
import { col, rows, value } from '../db/rows.ts';
import type { Difference } from '../ledger/difference.ts';
import { SINCE_NOTHING } from '../ledger/since.ts';
import { isJoinedToChain } from '../markets/joined-to-chain.ts';
import { getMarketOfBooks, type StoredMarket } from '../markets/stored-market.ts';
import { replayEnd } from './replay-end.ts';
import { dropPending, replayAcceptance, replayBet } from './replay-placed.ts';
import { lostPricesOf, priceBeforeOf, priceDifference } from './replay-prices.ts';
import { replaySettlement, reportPaidLateBet } from './replay-settlement.ts';
import {
  betsInOrder,
  earlyEndsInOrder,
  type KnownStarts,
  liveStepsInOrder,
  pricesInOrder,
  selectKnownStarts,
  selectMarketEnd,
  selectPrices,
} from './replay-store.ts';
import { differenceOf, MOST_SHOWN, type Moved, type Replayed } from './replayed-market.ts';

export interface Replay {
  readonly markets: number;
  readonly bets: number;
  /** Ends that were paid. */
  readonly ends: number;
  /** Facts that do not follow from the rules. */
  readonly differences: readonly Difference[];
  /** Prices that the charts keep and that were not the price then. */
  readonly prices: readonly Difference[];
}

const PAGE_BETS = 5000;

/**
 * Replays every bet and its end, market by market in the order of their versions, by the rules alone. A market is replayed
 * from its opening on:
 * - each bet must have been acceptable after the bets before it, must pay stake times odds, and must have been cashed out
 *   for no more than it was worth;
 * - settlement must have paid each bet what core computes, and all bets together must make the stored market;
 * - on a market of the feed a bet must have been acceptable at the feed's last odds before it, while those were fresh, and
 *   within the market's cap;
 * - a live bet must have been acceptable when it was accepted, whichever of the bets pending then stayed; it counts from its
 *   confirmation on;
 * - each price that the charts keep must be the market's price after that version, and none of the last day may be missing;
 * - refunds before the end must follow from starts in the audit, and no result pays a bet that was late by one of them.
 */
export async function replayBets(
  db: Db,
  { pageBets = PAGE_BETS, since = SINCE_NOTHING } = {},
): Promise<Replay> {
  const differences: Difference[] = [];
  const prices: Difference[] = [];
  let bets = 0;
  let ends = 0;
  const markets = await rows(
    db,
    { id: col.text, outcomes: col.number },
    sql`
      select m.id, (select count(*) from outcomes o where o.market_id = m.id)::int as outcomes
      from markets m where ${since.isMarket(sql`m.id`)} order by m.id`,
  );
  const known = await selectKnownStarts(db, since.audit.rows);
  const keptSince = new Date((await readClock(db)).getTime() - CHANGES_KEPT_MS);
  const isJoined = await value(db, col.bool, sql`select ${isJoinedToChain}`);
  for (const { id, outcomes } of markets) {
    // Without outcomes no bet can be replayed on the market.
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
    const replayed = await replayMarket(db, market, { known, pageBets, keptSince, isJoined });
    bets += replayed.bets;
    ends += replayed.ends;
    differences.push(...replayed.differences);
    prices.push(...replayed.prices);
  }
  // All markets are replayed, because the first difference may be on the last of them.
  return { markets: markets.length, bets, ends, differences, prices };
}

async function replayMarket(
  db: Db,
  market: StoredMarket,
  {
    known,
    pageBets,
    keptSince,
    isJoined,
  }: { known: KnownStarts; pageBets: number; keptSince: Date; isJoined: boolean },
): Promise<Omit<Replay, 'markets'>> {
  const differences: Difference[] = [];
  const wrongPrices: Difference[] = [];
  const end = await selectMarketEnd(db, market.id);
  const prices = market.book.kind === 'feed' ? await selectPrices(db, market.id) : [];
  const replayed: Replayed = {
    market,
    starts: known.starts.get(market.id) ?? [],
    startsBefore: known.before.get(market.id) ?? [],
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
    report: (difference) => {
      if (differences.length < MOST_SHOWN) differences.push(difference);
    },
  };
  let bets = 0;
  let ends = 0;
  let staked = 0n;
  const early = earlyEndsInOrder(db, { marketId: market.id, pageBets });
  const live = liveStepsInOrder(db, { marketId: market.id, pageBets });
  const kept = pricesInOrder(db, { marketId: market.id, pageBets });
  const lost = lostPricesOf(market, { since: keptSince, isJoined });
  const keptVersions = new Set<number>();
  let nextEnd = await early.next();
  let nextStep = await live.next();
  let nextPrice = await kept.next();
  const priceOfVersion = new Map(prices.map((price) => [price.version, price]));
  /** A kept price must be the market's price after all changes up to its version. */
  const comparePricesBefore = async (version: number) => {
    for (; !nextPrice.done && nextPrice.value.version < version; nextPrice = await kept.next()) {
      const { book, moved } = replayed;
      const fromFeed = priceOfVersion.get(nextPrice.value.version);
      const expected =
        book.kind === 'feed'
          ? fromFeed && { ...fromFeed, price: priceOfOdds({ ...book, odds: fromFeed.odds }) }
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
        // A refund moves no price: the odds of a feed do not depend on bets.
        if (kind === 'cash-out')
          move({ version: of, at: endedAt, madeAt: endedAt, batch: null, isKept: false });
        ends += 1;
        nextEnd = await early.next();
      } else if (!nextStep.done) {
        if (nextStep.value.kind === 'accepted') replayAcceptance(replayed, nextStep.value);
        else dropPending(replayed, nextStep.value);
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
    reportPaidLateBet(replayed, bet, end);
  }
  await replayUpTo(Number.POSITIVE_INFINITY);
  if (known.areKept && end.lateFrom?.getTime() !== known.left.get(market.id)?.getTime())
    reportUnknownStart(replayed, end.lateFrom);
  move(null);
  // The first odds come from the import, when the market was opened.
  for (const { version, at } of prices) {
    if (version > 1) lost.judge({ version, madeAt: at, isKept: keptVersions.has(version) });
  }
  compareSums(replayed, staked);
  return { bets, ends, differences, prices: [...wrongPrices, ...lost.found()] };
}

function withoutPending({ pending: _, ...book }: Book): Book {
  return book;
}

/** A market refunds bets from its late start on, so the audit must have that start. */
function reportUnknownStart({ market, starts, startsBefore, report }: Replayed, lateFrom: Date | null): void {
  if (lateFrom === null) return;
  const known = [...starts.map(({ from }) => from), ...startsBefore].map((from) => from.getTime());
  if (known.includes(lateFrom.getTime())) return;
  report({
    entryId: null,
    what: `the start from which on bets on market ${market.id} are late`,
    expected: 'one that the feed gave, as the audit says',
    found: lateFrom.toISOString(),
  });
}

function compareSums({ market, book, report }: Replayed, staked: bigint): void {
  const compare = (what: string, expected: bigint, found: bigint) => {
    if (expected !== found) report(differenceOf(null, `${what} of market ${market.id}`, expected, found));
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

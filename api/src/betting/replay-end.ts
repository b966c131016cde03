import { CASH_OUT_AFTER_MS } from '@tallystone/core/betting/decide-cash-out';
import { microUsdc, ZERO_USDC } from '@tallystone/core/money/micro-usdc';
import { bookAffords, bookCashOutValue, type EndedEarly, endBetInBook } from '@tallystone/core/odds/book';
import {
  atEveryStart,
  judgeSale,
  type StartStep,
  type StartVerdict,
  startStepOf,
  stepOfBook,
  stepWithout,
  unclearMoments,
} from '@tallystone/core/odds/every-start';
import { isFresh } from '@tallystone/core/odds/feed';
import { setsOf } from '@tallystone/core/odds/winner-sets';
import type { Db } from '../db/db.ts';
import { earliestOf, isLate } from '../markets/late-starts.ts';
import { EVERY_START_RULE } from './cash-out-store.ts';
import { type ReplayedEnd, selectOddsAt } from './replay-store.ts';
import { ageOf, compareOrder, differenceOf, type Replayed } from './replayed-market.ts';
import { betsOfMinutes } from './starts-store.ts';

/** Replays an end before settlement: a cash-out, or a refund of a bet placed after the game had begun. */
export async function replayEnd(db: Db, replayed: Replayed, end: ReplayedEnd): Promise<void> {
  const { market, report, priceBefore } = replayed;
  const { betId, entryId, kind, amount, version } = end;
  const outcome = market.outcomeIds.indexOf(end.outcomeId);
  // Reported with the bet already.
  if (outcome < 0) return;
  const ended = { outcome, stake: end.stake, payout: end.payout, paid: amount };
  const what = `the ${kind} of bet ${betId}, of version ${version} of market ${market.id}`;
  compareOrder(replayed, entryId, `the entry of ${what}`);
  const minute = replayed.minutes.get(startStepOf(end.placedAt.getTime()));
  if (minute === undefined && replayed.book.kind === 'feed') {
    report({ entryId, what, expected: 'a bet placed before it', found: 'none of its minute' });
    replayed.book = endBetInBook(replayed.book, ended);
    return;
  }
  if (kind === 'refund') {
    if (amount !== end.stake) report(differenceOf(entryId, what, end.stake, amount));
    const isVoid =
      isLate(replayed.starts, { placedAt: end.placedAt, version: end.betVersion }) ||
      replayed.startsBefore.some((from) => end.placedAt >= from);
    if (!isVoid) {
      const from = firstStartOf(replayed)?.toISOString() ?? 'no moment';
      report({
        entryId,
        what,
        expected: `a bet from ${from} on, when the game had begun`,
        found: `one of ${end.placedAt.toISOString()}`,
      });
    }
  } else if (kind === 'cash-out') {
    if (replayed.book.kind === 'feed') {
      const { book } = replayed;
      const own = priceBefore(version, end.pricedAt);
      const odds = await runningOdds(db, end);
      replayed.book = { ...book, ...own, ...(odds !== null && { odds }), room: book.lossBudget };
      if (!isFresh(replayed.book, end.endedAt)) {
        report({ entryId, what, expected: 'odds that were fresh', found: ageOf(end) });
      }
    }
    const knownThen = replayed.starts.filter((start) => start.version <= version);
    if (
      end.pricedMarketId !== null &&
      isLate(knownThen, { placedAt: end.placedAt, version: end.betVersion })
    ) {
      report({
        entryId,
        what,
        expected: 'a bet that awaits no refund',
        found: `one of ${end.placedAt.toISOString()}`,
      });
    }
    const value = bookCashOutValue(replayed.book, ended);
    // Who signed a minimum got all that the market gave.
    if (value === null || amount > value || (end.isOfMinimum && amount < value)) {
      report(differenceOf(entryId, `${what}, at most`, value ?? ZERO_USDC, amount));
    }
    const escrow = microUsdc(market.funded + replayed.book.received);
    const isAfforded =
      bookAffords(replayed.book, ended, { escrow }) &&
      (end.rule !== EVERY_START_RULE || (await isWithinEveryStart(db, replayed, end, ended)));
    if (!isAfforded) {
      report({
        entryId,
        what,
        expected: 'an amount that leaves enough for everybody else',
        found: `${amount} micro-USDC`,
      });
    }
    const heldMs = end.endedAt.getTime() - end.placedAt.getTime();
    if (heldMs < CASH_OUT_AFTER_MS) {
      report({
        entryId,
        what,
        expected: `a bet at least ${CASH_OUT_AFTER_MS} ms old`,
        found: `one of ${heldMs} ms`,
      });
    }
  } else {
    report({ entryId, what, expected: 'a cash-out or a refund', found: kind });
  }
  replayed.book = endBetInBook(replayed.book, ended);
  if (minute !== undefined)
    replayed.minutes.set(minute.at, stepWithout(setsOf(replayed.book), minute, ended));
}

/** The odds of the market in play that decided a cash-out while the game was played; null if it was decided on its own market's. */
async function runningOdds(db: Db, end: ReplayedEnd) {
  const { pricedMarketId, pricedVersion } = end;
  if (pricedMarketId === null || pricedMarketId === end.marketId) return null;
  const odds = await selectOddsAt(db, { marketId: pricedMarketId, version: pricedVersion ?? 0 });
  return odds ?? [];
}

function firstStartOf({ starts, startsBefore }: Replayed): Date | null {
  const all = startsBefore.map((from) => ({ from, version: 0 }));
  return earliestOf([...starts, ...all]);
}

/** Whether a cash-out keeps the market's cap, whenever its game began. The game's cap is checked by an invariant. */
async function isWithinEveryStart(
  db: Db,
  { market, book, minutes }: Replayed,
  { placedAt, version }: ReplayedEnd,
  ended: EndedEarly,
): Promise<boolean> {
  if (book.kind !== 'feed') return true;
  const cap = book.lossBudget;
  const kept = microUsdc(book.received - book.openStakes);
  const sets = setsOf(book);
  const sold = { ...ended, at: placedAt.getTime() };
  const judge = (steps: StartStep[]): { verdict: StartVerdict; unclear: readonly number[] } => {
    const [starts] = atEveryStart({ cap, markets: [{ cap, kept, sets, steps }] });
    // A bet that was placed after its own end fits nowhere among the others.
    if (starts === undefined || steps.every(({ at }) => at > sold.at))
      return { verdict: 'above', unclear: [] };
    const verdict = judgeSale(starts, sold);
    return { verdict, unclear: verdict === 'unclear' ? unclearMoments(starts, [sold]) : [] };
  };
  const whole = judge([stepOfBook(sets, book)]);
  if (whole.verdict !== 'unclear') return whole.verdict === 'within';
  const ofMinutes = [...minutes.values()].sort((a, b) => a.at - b.at);
  const byMinutes = judge(ofMinutes);
  if (byMinutes.verdict !== 'unclear') return byMinutes.verdict === 'within';
  const unclear = new Set(byMinutes.unclear);
  const read = await betsOfMinutes(db, {
    markets: [{ id: market.id, sets }],
    minutes: unclear,
    before: version,
  });
  const clear = ofMinutes.filter(({ at }) => !unclear.has(at));
  const moments = read.get(market.id) ?? [];
  return judge([...clear, ...moments].sort((a, b) => a.at - b.at)).verdict === 'within';
}

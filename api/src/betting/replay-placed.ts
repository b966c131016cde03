import { type Book, bookAffordable, bookFill } from '@tallystone/core/odds/book';
import { emptyStep, startStepOf, stepWith } from '@tallystone/core/odds/every-start';
import { applyBet } from '@tallystone/core/odds/exposure';
import { isFresh } from '@tallystone/core/odds/feed';
import { payoutOf } from '@tallystone/core/odds/payout';
import { addPendingBet, dropPendingBet, pricingBook, withPending } from '@tallystone/core/odds/pending';
import { setsOf } from '@tallystone/core/odds/winner-sets';
import type { ReplayedBet, ReplayedStep } from './replay-store.ts';
import { ageOf, compareOrder, differenceOf, type Replayed } from './replayed-market.ts';

export function replayBet(replayed: Replayed, bet: ReplayedBet): void {
  const { market, report, priceBefore } = replayed;
  const { id, entryId, outcomeId, stake, odds, payout, marketVersion } = bet;
  const payoutByOdds = payoutOf({ stake, odds });
  if (payout !== payoutByOdds) {
    report(differenceOf(entryId, `the payout of bet ${id}, stake times odds`, payoutByOdds, payout));
  }
  if (bet.status !== 'confirmed') {
    report({ entryId, what: `the status of bet ${id}`, expected: 'confirmed', found: bet.status });
  }
  const outcome = market.outcomeIds.indexOf(outcomeId);
  if (outcome < 0) {
    report({ entryId, what: `bet ${id}`, expected: `an outcome of market ${market.id}`, found: outcomeId });
    return;
  }
  if (bet.isLive) {
    dropPending(replayed, bet);
    replayed.book = applyBet(replayed.book, { outcome, stake, odds });
    addToMinute(replayed, bet, outcome);
    return;
  }
  compareOrder(replayed, entryId, `the entry of bet ${id}, of version ${marketVersion}`);
  if (replayed.book.kind === 'feed') {
    const { book } = replayed;
    replayed.book = { ...book, ...priceBefore(marketVersion, bet.pricedAt), room: book.lossBudget };
    if (!isFresh(replayed.book, bet.placedAt)) {
      report({ entryId, what: `bet ${id}`, expected: 'odds that were fresh', found: ageOf(bet) });
    }
  }
  const what = `bet ${id}, of version ${marketVersion} of market ${market.id}`;
  if (bet.fillRule !== replayed.book.rule) {
    report({
      entryId,
      what,
      expected: `rule ${replayed.book.rule} of filling bets`,
      found: `${bet.fillRule}`,
    });
  }
  const signed = bet.signedOdds ?? odds;
  const filled = bookFill(replayed.book, { outcome, stake, odds: signed, isQuoted: bet.isQuoted });
  if (filled === null) {
    report({
      entryId,
      what,
      expected: 'acceptable terms',
      found: `${stake} micro-USDC at ${signed} micro-odds, which the market would not have taken`,
    });
  } else if (filled !== odds) {
    report({ entryId, what, expected: `filled at ${filled} micro-odds`, found: `at ${odds}` });
  }
  replayed.book = applyBet(replayed.book, { outcome, stake, odds });
  addToMinute(replayed, bet, outcome);
}

function addToMinute(replayed: Replayed, bet: ReplayedBet, outcome: number): void {
  if (replayed.book.kind !== 'feed') return;
  const { minutes, latest, book } = replayed;
  const sets = setsOf(book);
  const at = bet.placedAt.getTime();
  const minute = startStepOf(at);
  const step = minutes.get(minute) ?? emptyStep(sets, minute);
  const placed = { at, outcome, stake: bet.stake, payout: bet.payout, isLatest: at > latest };
  minutes.set(minute, stepWith(sets, step, placed));
  replayed.latest = Math.max(latest, at);
}

/** Replays the acceptance of a live bet: the house had to be able to pay whichever of the bets pending then stayed. */
export function replayAcceptance(replayed: Replayed, bet: ReplayedStep): void {
  const { market, report, priceBefore } = replayed;
  const { id, entryId, stake, odds, payout, version } = bet;
  const what = `live bet ${id}, accepted with version ${version} of market ${market.id}`;
  const payoutByOdds = payoutOf({ stake, odds });
  if (payout !== payoutByOdds) report(differenceOf(entryId, `the payout of ${what}`, payoutByOdds, payout));
  const outcome = market.outcomeIds.indexOf(bet.outcomeId);
  if (outcome < 0) {
    report({ entryId, what, expected: `an outcome of market ${market.id}`, found: bet.outcomeId });
    return;
  }
  let book: Book = withPending(replayed.book);
  if (book.kind === 'feed') {
    book = { ...book, ...priceBefore(version, bet.pricedAt), room: book.lossBudget };
    if (!isFresh(book, bet.placedAt)) {
      report({ entryId, what, expected: 'odds that were fresh', found: ageOf(bet) });
    }
  }
  const pricedOn = pricingBook(book, outcome).openReturns.join(', ');
  if (bet.pricedOn.join(', ') !== pricedOn) {
    report({ entryId, what, expected: `odds of open returns ${pricedOn}`, found: bet.pricedOn.join(', ') });
  }
  if (
    bookFill(book, { outcome, stake, odds, isQuoted: true }) === null ||
    stake > bookAffordable(book, { outcome, odds })
  ) {
    report({
      entryId,
      what,
      expected: 'acceptable terms',
      found: `${stake} micro-USDC at ${odds} micro-odds, which the market would not have taken`,
    });
  }
  replayed.book = addPendingBet(book, { outcome, stake, odds });
}

/** A decided bet is no longer pending. */
export function dropPending(
  replayed: Replayed,
  bet: Pick<ReplayedBet, 'outcomeId' | 'stake' | 'odds'>,
): void {
  const outcome = replayed.market.outcomeIds.indexOf(bet.outcomeId);
  if (outcome >= 0) replayed.book = dropPendingBet(replayed.book, { ...bet, outcome });
}

import type { MicroOdds } from '../money/micro-usdc.ts';
import type { Book } from '../odds/book.ts';
import { feedProbabilitiesOf } from '../odds/feed.ts';
import { probabilitiesOf } from '../odds/lmsr.ts';

/**
 * The probability of each outcome in millionths, in their order; null while an outcome has no price. What a history
 * keeps: whole numbers, to the digit that people are shown.
 */
export type Millionths = readonly (number | null)[];

/** The price that a book stands for now. */
export function priceOf(book: Book): Millionths {
  return book.kind === 'feed' ? priceOfOdds(book.odds) : probabilitiesOf(book).map(millionthsOf);
}

/** The same of the odds of a feed. */
export function priceOfOdds(odds: readonly (MicroOdds | null)[]): Millionths {
  return feedProbabilitiesOf({ odds }).map((probability, outcome) =>
    odds[outcome] === null ? null : millionthsOf(probability),
  );
}

const millionthsOf = (probability: number) => Math.round(probability * 1_000_000);

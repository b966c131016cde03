import type { Book } from '../odds/book.ts';
import { type FeedOdds, feedProbabilitiesOf } from '../odds/feed.ts';
import { probabilitiesOf } from '../odds/lmsr.ts';

/**
 * The probability of each outcome in millionths, in order; null without a price. Histories store these whole numbers,
 * as precise as what people are shown.
 */
export type Millionths = readonly (number | null)[];

/** A book's current price. */
export function priceOf(book: Book): Millionths {
  return book.kind === 'feed' ? priceOfOdds(book) : probabilitiesOf(book).map(millionthsOf);
}

/** The same for a feed's odds. */
export function priceOfOdds(feed: FeedOdds): Millionths {
  return feedProbabilitiesOf(feed).map((probability, outcome) =>
    feed.odds[outcome] === null ? null : millionthsOf(probability),
  );
}

const millionthsOf = (probability: number) => Math.round(probability * 1_000_000);

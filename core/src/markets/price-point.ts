import { type Book, bookProbabilities } from '../odds/book.ts';

/**
 * The probability of each outcome in millionths, in their order; null while an outcome has no price. What a history
 * keeps: whole numbers, to the digit that people are shown.
 */
export type Millionths = readonly (number | null)[];

/** The probabilities that a book stands for now. */
export function priceOf(book: Book): Millionths {
  const probabilities = bookProbabilities(book);
  return probabilities.map((probability, outcome) =>
    book.kind === 'feed' && book.odds[outcome] === null ? null : Math.round(probability * 1_000_000),
  );
}

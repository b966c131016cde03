import type { WireSolvency } from '@tallystone/core/http-api/solvency';
import { locale } from '../texts/language.ts';

type MarketBook = WireSolvency['markets'][number];

export const BOOK_COLUMNS = ['title', 'escrow', 'worstCase', 'openStakes'] as const;
export type BookColumn = (typeof BOOK_COLUMNS)[number];
export interface BookOrder {
  by: BookColumn;
  descending: boolean;
}

/** Starts with the market that could owe the most. */
export const WORST_FIRST: BookOrder = { by: 'worstCase', descending: true };

/** The markets whose title contains all the words, in order; ties by title. */
export function selectBooks(
  markets: readonly MarketBook[],
  { words, order }: { words: string; order: BookOrder },
): MarketBook[] {
  const wanted = words.toLocaleLowerCase(locale()).split(/\s+/).filter(Boolean);
  const direction = order.descending ? -1 : 1;
  return markets
    .filter(({ title }) => wanted.every((word) => title.toLocaleLowerCase(locale()).includes(word)))
    .sort((a, b) => direction * compare(a, b, order.by) || a.title.localeCompare(b.title, locale()));
}

/** The order after a press on a column header: figures start with the largest, titles with A. */
export function nextOrder(order: BookOrder, by: BookColumn): BookOrder {
  return order.by === by ? { by, descending: !order.descending } : { by, descending: by !== 'title' };
}

function compare(a: MarketBook, b: MarketBook, by: BookColumn): number {
  return by === 'title' ? a.title.localeCompare(b.title, locale()) : a[by] - b[by];
}

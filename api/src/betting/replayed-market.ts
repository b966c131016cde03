import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import type { Book } from '@tallystone/core/odds/book';
import type { StartStep } from '@tallystone/core/odds/every-start';
import type { FeedBook } from '@tallystone/core/odds/feed';
import type { Difference } from '../ledger/difference.ts';
import type { LateStart } from '../markets/late-starts.ts';
import type { StoredMarket } from '../markets/stored-market.ts';

/** So many differences of a market are told. */
export const MOST_SHOWN = 20;

/** A change of a market's price. */
export interface Moved {
  readonly version: number;
  /** Null where its moment is not that of a row. */
  readonly at: Date | null;
  readonly madeAt: Date;
  /** Of bets: of those of a batch only the last has a price that is kept. */
  readonly batch: string | null;
  isKept: boolean;
}

/** A market as it is made anew. */
export interface Replayed {
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

/** Entries get their numbers under the lock of the market, as its versions do. Their moments may be those of a clock that was set back. */
export function compareOrder(replayed: Replayed, entryId: string, what: string): void {
  const { lastEntry, tell } = replayed;
  const entry = BigInt(entryId);
  if (lastEntry === null) return;
  const isInOrder = entry >= lastEntry;
  if (!isInOrder) tell({ entryId, what, expected: `one after entry ${lastEntry}`, found: entryId });
  replayed.lastEntry = isInOrder ? entry : null;
}

export const differenceOf = (
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

export const ageOf = ({ pricedAt }: { pricedAt: Date | null }) =>
  pricedAt === null ? 'odds without a moment' : `odds of ${pricedAt.toISOString()}`;

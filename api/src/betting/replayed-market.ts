import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import type { Book } from '@tallystone/core/odds/book';
import type { StartStep } from '@tallystone/core/odds/every-start';
import type { FeedBook } from '@tallystone/core/odds/feed';
import type { Difference } from '../ledger/difference.ts';
import type { LateStart } from '../markets/late-starts.ts';
import type { StoredMarket } from '../markets/stored-market.ts';

/** How many differences of a market are reported. */
export const MOST_SHOWN = 20;

/** A change of a market's price. */
export interface Moved {
  readonly version: number;
  /** Null if no row has its exact moment. */
  readonly at: Date | null;
  readonly madeAt: Date;
  /** Of bets placed together only the last has a price that is kept. */
  readonly batch: string | null;
  isKept: boolean;
}

/** A market while it is being replayed. */
export interface Replayed {
  readonly market: StoredMarket;
  /** The starts by which bets are void, because the game had begun. */
  readonly starts: readonly LateStart[];
  /** The same, from older versions of the server. */
  readonly startsBefore: readonly Date[];
  readonly priceBefore: (version: number, pricedAt: Date | null) => Pick<FeedBook, 'odds' | 'pricedAt'>;
  book: Book;
  /** On a market of the feed: the sums of the open bets of each minute, with bounds where a step has them. */
  readonly minutes: Map<number, StartStep>;
  /** When the latest bet was placed, in milliseconds. */
  latest: number;
  /** The entry of the last bet or end; null once a wrong order was reported. */
  lastEntry: bigint | null;
  /** The last change of the price. */
  moved: Moved | null;
  report(difference: Difference): void;
}

/** Entries get their numbers under the market's lock, like its versions. Their moments don't count: a clock may be set back. */
export function compareOrder(replayed: Replayed, entryId: string, what: string): void {
  const { lastEntry, report } = replayed;
  const entry = BigInt(entryId);
  if (lastEntry === null) return;
  const isInOrder = entry >= lastEntry;
  if (!isInOrder) report({ entryId, what, expected: `one after entry ${lastEntry}`, found: entryId });
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

import type { ChainHead } from './chain-heads.ts';

/** How many of the newest heads are all kept: those of at least an hour of constant betting. */
const KEPT_NEWEST = 1000;
/** Before those, the last head of each day is kept, for this many days. */
const KEPT_DAYS = 1000;

/**
 * The heads that are worth keeping, in their order. Each head covers all before it, so the last one shows whether anything
 * is missing; the older ones only show since when.
 */
export function thinHeads(heads: readonly ChainHead[]): ChainHead[] {
  const older = heads.slice(0, -KEPT_NEWEST);
  const day = (head: ChainHead | undefined) => head?.at.toISOString().slice(0, 10);
  const daily = older.filter((head, index) => day(head) !== day(older[index + 1]));
  return [...daily.slice(-KEPT_DAYS), ...heads.slice(-KEPT_NEWEST)];
}

import type { ChainHead } from './chain-heads.ts';

/** So many of the newest are kept, each of them: those of an hour or more in which bets come all the time. */
const KEPT_NEWEST = 1000;
/** Of those before, so many are kept, the last one of each day. */
const KEPT_DAYS = 1000;

/**
 * The heads that are worth keeping, in their order. Each binds all before it, so the last one shows that something is
 * missing; the older ones only say from when on.
 */
export function thinHeads(heads: readonly ChainHead[]): ChainHead[] {
  const older = heads.slice(0, -KEPT_NEWEST);
  const day = (head: ChainHead | undefined) => head?.at.toISOString().slice(0, 10);
  const daily = older.filter((head, index) => day(head) !== day(older[index + 1]));
  return [...daily.slice(-KEPT_DAYS), ...heads.slice(-KEPT_NEWEST)];
}

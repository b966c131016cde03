import { groupBy } from '../rounds/group-by.ts';
import { isMarketLog } from './block-facts.ts';
import type { ChainLog } from './escrow-chain.ts';

/** A booked event, and the same event as the chain has it now. */
export interface Move<Kept extends { readonly log: ChainLog }> {
  readonly kept: Kept;
  readonly now: ChainLog;
}

/** The chain's current history compared with the events in the books. */
export type HistoryComparison<Kept extends { readonly log: ChainLog }> =
  | {
      /** The chain has everything that the books know. */
      readonly kind: 'same';
      readonly moves: readonly Move<Kept>[];
      readonly added: readonly ChainLog[];
    }
  | Difference;

export interface Difference {
  readonly kind: 'differs';
  readonly gone: readonly ChainLog[];
  /** The same event with other details, such as another amount or transaction. */
  readonly changed: readonly { readonly was: ChainLog; readonly is: ChainLog }[];
  readonly added: readonly ChainLog[];
  /** Two dependent events: on the chain the first comes before the second, in the books after it. */
  readonly outOfOrder: readonly [ChainLog, ChainLog] | null;
}

/**
 * Compares the events of the books with those of the chain. Two events are the same if they have the same name and arguments
 * in the same transaction. The transaction counts because receipts name it. The block doesn't count, and the order counts
 * only between events that depend on each other.
 */
export function compareHistory<Kept extends { readonly log: ChainLog }>(
  kept: readonly Kept[],
  now: readonly ChainLog[],
): HistoryComparison<Kept> {
  const left = groupBy(now, inOneForm);
  const moves: Move<Kept>[] = [];
  const missing: ChainLog[] = [];
  for (const each of kept) {
    const found = left.get(inOneForm(each.log))?.shift();
    if (found === undefined) missing.push(each.log);
    else moves.push({ kept: each, now: found });
  }
  const known = new Set(moves.map((move) => move.now));
  const added = now.filter((log) => !known.has(log));
  if (missing.length > 0) return { kind: 'differs', ...pairChanged(missing, added), outOfOrder: null };
  const outOfOrder = findOutOfOrder(now, [...known, ...added]);
  if (outOfOrder !== null) return { kind: 'differs', gone: [], changed: [], added, outOfOrder };
  return { kind: 'same', moves, added };
}

function pairChanged(
  missing: readonly ChainLog[],
  unknown: readonly ChainLog[],
): Pick<Difference, 'gone' | 'changed' | 'added'> {
  const added = [...unknown];
  const gone: ChainLog[] = [];
  const changed: { was: ChainLog; is: ChainLog }[] = [];
  for (const was of missing) {
    const at = added.findIndex((is) => isAbout(is) !== null && isAbout(is) === isAbout(was));
    const [is] = at < 0 ? [] : added.splice(at, 1);
    if (is === undefined) gone.push(was);
    else changed.push({ was, is });
  }
  return { gone, changed, added };
}

/**
 * Events about a market's state depend on its earlier events, and a claim depends on what was set aside before it. Of changes
 * to a market's limits only the last counts, and nothing else depends on them. Everything else may come in any order: stakes,
 * payments and deposits add up to the same.
 */
function findOutOfOrder(
  onChain: readonly ChainLog[],
  inBooks: readonly ChainLog[],
): readonly [ChainLog, ChainLog] | null {
  const rank = new Map(inBooks.map((log, i) => [log, i]));
  const isAfter = (log: ChainLog | undefined, other: ChainLog) =>
    log !== undefined && (rank.get(log) ?? 0) > (rank.get(other) ?? 0);
  // For each group, the event that is latest in the books so far: of all events, and of those that set an order.
  const last = new Map<string, ChainLog>();
  const lastOrderly = new Map<string, ChainLog>();
  for (const log of onChain) {
    const group = groupOf(log);
    if (group === null) continue;
    const before = (setsOrder(log) ? last : lastOrderly).get(group);
    if (before !== undefined && isAfter(before, log)) return [before, log];
    if (!isAfter(last.get(group), log)) last.set(group, log);
    if (setsOrder(log) && !isAfter(lastOrderly.get(group), log)) lastOrderly.set(group, log);
  }
  return null;
}

const setsOrder = (log: ChainLog): boolean => isMarketLog(log) || log.name === 'SetAsideClaimed';

function groupOf({ name, args }: ChainLog): string | null {
  if (name === 'PayoutSetAside' || name === 'SetAsideClaimed') return `set aside for ${args.bettor}`;
  if (name === 'MarketLimitsChanged') return `limits of ${args.marketId}`;
  return 'marketId' in args ? args.marketId : null;
}

/** The event's name with its bet or market; null if it names neither. */
function isAbout({ name, args }: ChainLog): string | null {
  if ('betId' in args) return `${name} ${args.betId}`;
  return 'marketId' in args ? `${name} ${args.marketId}` : null;
}

/** The same text for the same event. Leaves out the end of objections, which depends only on the block's time. */
function inOneForm({ name, args, txHash }: ChainLog): string {
  const facts = Object.entries(args).flatMap(([key, value]) =>
    key === 'objectionEndsAt' ? [] : [`${key}=${value}`],
  );
  return [name, txHash, ...facts.sort()].join(' ');
}

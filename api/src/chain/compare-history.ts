import { isMarketLog } from './block-facts.ts';
import type { ChainLog } from './escrow-chain.ts';

/** An event of the books, and the same one as the chain has it now. */
export interface Move<Kept extends { readonly log: ChainLog }> {
  readonly kept: Kept;
  readonly now: ChainLog;
}

/** What the chain says now, beside what the books were told of the same time. */
export type HistoryComparison<Kept extends { readonly log: ChainLog }> =
  | {
      /** All that the books know is there. */
      readonly kind: 'same';
      readonly moves: readonly Move<Kept>[];
      readonly added: readonly ChainLog[];
    }
  | Difference;

export interface Difference {
  readonly kind: 'differs';
  readonly gone: readonly ChainLog[];
  /** The same thing is said otherwise, such as of another amount or in another transaction. */
  readonly changed: readonly { readonly was: ChainLog; readonly is: ChainLog }[];
  readonly added: readonly ChainLog[];
  /** On the chain the first comes before the second, which rests on it, and the books had the second before it. */
  readonly outOfOrder: readonly [ChainLog, ChainLog] | null;
}

/**
 * Compares the events of the books with those of the chain. The same is what has the same name and arguments in the same
 * transaction: receipts name that transaction, so what another one did is another event. In which block it is does not count,
 * and its place among the others only where one rests on the other.
 */
export function compareHistory<Kept extends { readonly log: ChainLog }>(
  kept: readonly Kept[],
  now: readonly ChainLog[],
): HistoryComparison<Kept> {
  const left = new Map<string, ChainLog[]>();
  for (const log of now) left.set(inOneForm(log), [...(left.get(inOneForm(log)) ?? []), log]);
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
 * What is said of the state of a market rests on what was said of that market before it, and a claim is of what was set aside
 * before it. Of the limits of a market the last ones count, and nothing else in the books rests on them. All else may come in
 * any order: stakes, payments and deposits add up to the same.
 */
function findOutOfOrder(
  onChain: readonly ChainLog[],
  inBooks: readonly ChainLog[],
): readonly [ChainLog, ChainLog] | null {
  const rank = new Map(inBooks.map((log, i) => [log, i]));
  const isAfter = (log: ChainLog | undefined, other: ChainLog) =>
    log !== undefined && (rank.get(log) ?? 0) > (rank.get(other) ?? 0);
  // Of each group what the books had last so far, of all events and of those that others rest on.
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

/** What an event says of which bet or market; null where it names none. */
function isAbout({ name, args }: ChainLog): string | null {
  if ('betId' in args) return `${name} ${args.betId}`;
  return 'marketId' in args ? `${name} ${args.marketId}` : null;
}

/** The same text for the same event. When objections end follows from its block's time alone. */
function inOneForm({ name, args, txHash }: ChainLog): string {
  const said = Object.entries(args).flatMap(([key, value]) =>
    key === 'objectionEndsAt' ? [] : [`${key}=${value}`],
  );
  return [name, txHash, ...said.sort()].join(' ');
}

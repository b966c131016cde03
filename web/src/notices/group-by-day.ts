/** What happened on one day of the reader's zone. */
export interface Day<T> {
  /** The first moment of the day, ms. */
  startsAt: number;
  items: T[];
}

/** Parts what is given newest first into days, in that order. */
export function groupByDay<T extends { at: number }>(items: readonly T[]): Day<T>[] {
  const days: Day<T>[] = [];
  for (const item of items) {
    const startsAt = startOfDay(item.at);
    const last = days.at(-1);
    if (last?.startsAt === startsAt) last.items.push(item);
    else days.push({ startsAt, items: [item] });
  }
  return days;
}

/** Midnight before a moment, in the reader's zone. */
export function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}

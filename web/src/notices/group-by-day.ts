/** The items of one day in the reader's time zone. */
export interface Day<T> {
  /** Start of the day, ms. */
  startsAt: number;
  items: T[];
}

/** Groups items, given newest first, by day. */
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

/** Midnight before a time, in the reader's time zone. */
export function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}

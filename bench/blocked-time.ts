/** One event of a Chromium trace; times are in microseconds. */
export interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number | undefined;
  /** The time that the thread itself ran. */
  tdur?: number | undefined;
}

/** How much slower than this machine's processor Lighthouse imagines that of a phone. */
const SLOWER = 4;
/** A task up to this long doesn't block a person, in ms. */
const UNNOTICED_MS = 50;

/**
 * How long the tasks of a page's own thread block a person after the first paint, on the phone that Lighthouse imagines.
 * Counts as Lighthouse's "total blocking time" does, but only the time in which the thread ran: with two processors, the
 * browser's other processes often run instead, which says nothing about the page.
 *
 * @param events the trace of one page load
 * @returns in ms
 */
export function blockedByPage(events: readonly TraceEvent[]): number {
  const paint = events.findLast(({ name }) => name === 'firstContentfulPaint');
  if (paint === undefined) throw new Error('the trace has no first paint');
  const tasks = events
    .filter(({ name, ph, pid, tid }) => {
      return name.endsWith('RunTask') && ph === 'X' && pid === paint.pid && tid === paint.tid;
    })
    .sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  let blocked = 0;
  let end = 0;
  for (const { ts, dur = 0, tdur } of tasks) {
    if (ts + dur <= end) continue;
    end = ts + dur;
    if (tdur === undefined) throw new Error('the trace has no processor time');
    if (end > paint.ts) blocked += Math.max(0, (tdur / 1000) * SLOWER - UNNOTICED_MS);
  }
  return blocked;
}

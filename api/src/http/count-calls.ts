import { forgetOldest } from './forget-oldest.ts';

interface Span {
  readonly endsAt: number;
  calls: number;
}

/** Counts a call of a caller. Returns null, or for how many milliseconds there were too many. */
export type CountCall = (caller: string) => number | null;

/**
 * Counts calls by caller, in spans that begin with a caller's first call.
 *
 * @param max calls of one caller in a span
 * @param mostCallers remembered; the ones who called longest ago are forgotten first
 */
export function countCalls({
  max,
  spanMs,
  mostCallers,
}: {
  max: number;
  spanMs: number;
  mostCallers: number;
}): CountCall {
  const spans = new Map<string, Span>();
  return (caller) => {
    const now = Date.now();
    const known = spans.get(caller);
    const span = known !== undefined && now < known.endsAt ? known : { endsAt: now + spanMs, calls: 0 };
    span.calls += 1;
    // As the last one.
    spans.delete(caller);
    spans.set(caller, span);
    forgetOldest(spans, mostCallers);
    return span.calls <= max ? null : span.endsAt - now;
  };
}

import { forgetOldest } from './forget-oldest.ts';

/** Counts a call of a caller. Returns null, or after how many milliseconds the caller may call again. */
export type CountCall = (caller: string) => number | null;

/**
 * Counts calls by caller, in time spans that begin with a caller's first call.
 *
 * @param max calls of one caller in a span
 * @param mostCallers callers remembered; those whose last call is oldest are forgotten first
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
  const spans = new Map<string, { readonly endsAt: number; calls: number }>();
  return (caller) => {
    const now = Date.now();
    const known = spans.get(caller);
    const span = known !== undefined && now < known.endsAt ? known : { endsAt: now + spanMs, calls: 0 };
    span.calls += 1;
    // Moves the caller to the end of the map.
    spans.delete(caller);
    spans.set(caller, span);
    forgetOldest(spans, mostCallers);
    return span.calls <= max ? null : span.endsAt - now;
  };
}

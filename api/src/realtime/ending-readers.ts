/**
 * How many of the open streams end in the next `paceMs`, if all are to end by the end of a drain. None in its first third:
 * until load balancers have noticed the drain, they would send the readers back.
 *
 * @param leftMs what is left of the drain, of `wholeMs`
 */
export function countEnding({
  open,
  leftMs,
  wholeMs,
  paceMs,
}: {
  open: number;
  leftMs: number;
  wholeMs: number;
  paceMs: number;
}): number {
  if (leftMs > (wholeMs * 2) / 3) return 0;
  return Math.ceil((open * paceMs) / Math.max(leftMs, paceMs));
}

/** Where a key moves a cursor in a row of places; null for other keys. `page`: places per Page Up or Down. */
export function nextPlace(
  key: string,
  { at, last, page }: { at: number; last: number; page: number },
): number | null {
  const steps: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    PageDown: at - page,
    PageUp: at + page,
    Home: 0,
    End: last,
  };
  const to = steps[key];
  return to === undefined ? null : Math.min(Math.max(to, 0), last);
}

/** Where a key takes a cursor over places in a row; null for a key that means nothing here. `page`: of Page Up and Down. */
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

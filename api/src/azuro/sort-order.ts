/** Orders by the server's `sort`, those without one last, then by id, whatever the order of the answer. */
export function bySort(
  a: { readonly sort: number | null; readonly id: string },
  b: { readonly sort: number | null; readonly id: string },
): number {
  const [left, right] = [a.sort ?? Number.MAX_VALUE, b.sort ?? Number.MAX_VALUE];
  if (left !== right) return left < right ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

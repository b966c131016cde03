/** Works on one half of a list and then on the other, because something in the list breaks the work on all of it. */
export async function inHalves<T, R>(
  list: readonly T[],
  work: (half: readonly T[]) => Promise<R>,
): Promise<[R, R]> {
  const middle = Math.ceil(list.length / 2);
  const first = await work(list.slice(0, middle));
  return [first, await work(list.slice(middle))];
}

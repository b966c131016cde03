/** How what is known differs from what is due, a sentence for each id. */
export function differences<T>(known: ReadonlyMap<string, T>, due: ReadonlyMap<string, T>): string[] {
  const ids = new Set([...known.keys(), ...due.keys()]);
  return [...ids].flatMap((id) => {
    const [has, wants] = [JSON.stringify(known.get(id)), JSON.stringify(due.get(id))];
    return has === wants ? [] : [`${id} is ${has}, due ${wants}`];
  });
}

/** What some work makes, or throws, the first time. */
export function once<T>(work: () => T): () => T {
  let made: { readonly result: T } | null = null;
  return () => {
    made ??= { result: work() };
    return made.result;
  };
}

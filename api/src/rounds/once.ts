/** Runs work on the first call and returns its result on every call. If the work throws, the next call tries again. */
export function once<T>(work: () => T): () => T {
  let made: { readonly result: T } | null = null;
  return () => {
    made ??= { result: work() };
    return made.result;
  };
}

const TOLD_EVERY_MS = 60_000;

/** Tells what fails; what fails the same way again is told again only after a minute. */
export function tellSeldom(onError: (error: unknown) => void): (error: unknown, of?: string) => void {
  const told = new Map<string, number>();
  return (error, of = '') => {
    const what = `${of}: ${error instanceof Error ? error.message : String(error)}`;
    if (performance.now() < (told.get(what) ?? 0)) return;
    onError(error);
    if (told.size > 100) told.clear();
    told.set(what, performance.now() + TOLD_EVERY_MS);
  };
}

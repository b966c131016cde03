const REPEAT_AFTER_MS = 60_000;

/** Reports failures to `onError`. Reports the same failure of the same work again only after a minute. */
export function reportSeldom(onError: (error: unknown) => void): (error: unknown, work?: string) => void {
  const quietUntil = new Map<string, number>();
  return (error, work = '') => {
    const failure = `${work}: ${error instanceof Error ? error.message : String(error)}`;
    if (performance.now() < (quietUntil.get(failure) ?? 0)) return;
    onError(error);
    if (quietUntil.size > 100) quietUntil.clear();
    quietUntil.set(failure, performance.now() + REPEAT_AFTER_MS);
  };
}

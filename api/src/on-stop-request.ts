/** Two signals closer together than this are one request. */
const SAME_REQUEST_MS = 300;

/**
 * Makes the handler of stop signals: the first signal finishes work in progress, a later one quits. Stopping all processes of
 * a service at once can signal this one twice: directly, and through a supervisor that forwards its own signal.
 *
 * @param now milliseconds of a monotonic clock
 */
export function onStopRequest(does: { finish(): void; quit(): void; now?: () => number }): () => void {
  const now = does.now ?? (() => performance.now());
  let lastAt: number | null = null;
  return () => {
    const at = now();
    if (lastAt === null) does.finish();
    else if (at - lastAt > SAME_REQUEST_MS) does.quit();
    lastAt = at;
  };
}

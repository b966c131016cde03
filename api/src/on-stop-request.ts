/** Two signals closer together than this are one wish. */
const SAME_REQUEST_MS = 300;

/**
 * What to do on each signal that asks to stop: the first finishes what has begun, a later one quits. Who ends all
 * processes of a service at once signals this one twice: by itself, and through the supervisor that passes its own on.
 *
 * @param now milliseconds of a clock that only goes forward
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

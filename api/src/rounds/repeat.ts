export type Repeated = ReturnType<typeof repeat>;

/**
 * Runs work again and again, never twice at once. Its timers don't keep the process alive.
 *
 * @param everyMs null: only on request
 * @param pauseMs between a run and the next one if it was woken during the run
 */
export function repeat(does: {
  everyMs: number | null;
  pauseMs?: number;
  work: () => Promise<unknown>;
  onError: (error: unknown) => void;
}) {
  let running: Promise<void> | null = null;
  let pause: NodeJS.Timeout | undefined;
  let isWoken = false;
  let isStopped = false;
  async function run(): Promise<void> {
    clearTimeout(pause);
    isWoken = false;
    try {
      await does.work();
    } catch (error) {
      does.onError(error);
    } finally {
      running = null;
    }
    if (isWoken) pause = setTimeout(now, does.pauseMs ?? 0).unref();
  }
  function now(): Promise<void> {
    if (isStopped) return Promise.resolve();
    // Deferred, so that work which wakes itself finds its own run in `running`.
    running ??= Promise.resolve().then(run);
    return running;
  }
  const timer = does.everyMs === null ? undefined : setInterval(now, does.everyMs).unref();
  return {
    /** Runs the work now, or joins the current run. Never rejects: errors go to `onError`. */
    now,
    /** Like `now`, but waits for a run that starts after the call, because the current one may have read too early. */
    async afresh(): Promise<void> {
      await running;
      await now();
    },
    /** Something is to be done: a run starts at once, or after the current run and the pause. */
    wake(): void {
      // Does nothing during the pause after an earlier wake.
      if (!isWoken && running === null) void now();
      isWoken = true;
    },
    /** Starts no more runs. Resolves once the current run has ended. */
    async stop(): Promise<void> {
      isStopped = true;
      clearInterval(timer);
      clearTimeout(pause);
      await running;
    },
  };
}

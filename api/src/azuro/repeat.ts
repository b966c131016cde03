export interface Repeated {
  /** Does the work now, or joins the run that is under way. Never rejects: what failed was told. */
  now(): Promise<void>;
  /** The same with a run that begins from now on: one that is under way may have looked too early. */
  afresh(): Promise<void>;
  /** No run begins any more; resolves once none is under way. */
  stop(): Promise<void>;
}

/**
 * Does work again and again, never twice at once. The timer keeps no process alive.
 *
 * @param everyMs null: only when asked
 */
export function repeat(does: {
  everyMs: number | null;
  work: () => Promise<void>;
  onError: (error: unknown) => void;
}): Repeated {
  let running: Promise<void> | null = null;
  let isStopped = false;
  const run = async () => {
    try {
      await does.work();
    } catch (error) {
      does.onError(error);
    }
  };
  const now = (): Promise<void> => {
    if (isStopped) return Promise.resolve();
    running ??= run().finally(() => {
      running = null;
    });
    return running;
  };
  const timer = does.everyMs === null ? undefined : setInterval(now, does.everyMs).unref();
  return {
    now,
    async afresh() {
      await running;
      await now();
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}

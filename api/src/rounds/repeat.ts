export interface Repeated {
  /** Does the work now, or joins the run that is under way. Never rejects: what failed was told. */
  now(): Promise<void>;
  /** The same with a run that begins from now on: one that is under way may have looked too early. */
  afresh(): Promise<void>;
  /** There is something to do: a run begins at once, or as soon as the one under way is over and the pause after it. */
  wake(): void;
  /** No run begins any more; resolves once none is under way. */
  stop(): Promise<void>;
}

/**
 * Does work again and again, never twice at once. The timers keep no process alive.
 *
 * @param everyMs null: only when asked
 * @param pauseMs between a run and the next one that it was woken for meanwhile
 */
export function repeat(does: {
  everyMs: number | null;
  pauseMs?: number;
  work: () => Promise<unknown>;
  onError: (error: unknown) => void;
}): Repeated {
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
    // In a moment: work that wakes itself finds the run that it is in.
    running ??= Promise.resolve().then(run);
    return running;
  }
  const timer = does.everyMs === null ? undefined : setInterval(now, does.everyMs).unref();
  return {
    now,
    async afresh() {
      await running;
      await now();
    },
    wake() {
      // In the pause of one who was woken already it changes nothing.
      if (!isWoken && running === null) void now();
      isWoken = true;
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      clearTimeout(pause);
      await running;
    },
  };
}

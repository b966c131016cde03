export type Ticker = ReturnType<typeof createTicker>;

/**
 * Runs rounds of work one at a time: when woken, but never more often than its pace, and now and then without being
 * woken, in case a change wasn't announced. Unlike `repeat`, it can be stopped and started again, and its pace counts
 * from the start of a round. After a round it rests for as long as the round took: a process with more readers than it can
 * serve ten times a second serves them less often, and answers others meanwhile.
 *
 * @param mostRestMs the longest rest
 */
export function createTicker({
  round,
  onError,
  paceMs,
  idleMs,
  mostRestMs,
}: {
  round: () => Promise<void>;
  onError: (error: unknown) => void;
  paceMs: number;
  idleMs: number;
  mostRestMs: number;
}) {
  let isStarted = false;
  let isRunning = false;
  let isDue = false;
  let startedAt = Number.NEGATIVE_INFINITY;
  let restedAt = Number.NEGATIVE_INFINITY;
  let lastRound: number | null = null;
  let timer: NodeJS.Timeout | undefined;
  let waiting: (() => void)[] = [];

  async function run(): Promise<void> {
    isRunning = true;
    isDue = false;
    startedAt = performance.now();
    const served = waiting;
    waiting = [];
    try {
      await round();
      if (isStarted) lastRound = startedAt;
      for (const resolve of served) resolve();
    } catch (error) {
      waiting = [...served, ...waiting];
      onError(error);
    } finally {
      isRunning = false;
      const at = performance.now();
      restedAt = at + Math.min(at - startedAt, mostRestMs);
      plan();
    }
  }

  function plan(): void {
    clearTimeout(timer);
    if (!isStarted || isRunning) return;
    const at = Math.max(startedAt + (isDue ? paceMs : idleMs), restedAt);
    timer = setTimeout(() => void run(), Math.max(0, at - performance.now()));
  }

  function wake(): void {
    if (isDue) return;
    isDue = true;
    plan();
  }

  return {
    /** Starts a round as soon as the pace allows. */
    wake,
    /** Resolves after a successful round that began after the call, however many rounds fail before it. */
    next(): Promise<void> {
      const waits = new Promise<void>((resolve) => waiting.push(resolve));
      wake();
      return waits;
    },
    /** When the last successful round began, in ms of `performance.now`; null if there was none since the start. */
    get lastRound() {
      return lastRound;
    },
    /** Starts, with a round at once. */
    start(): void {
      if (isStarted) return;
      isStarted = true;
      isDue = true;
      plan();
    },
    /** Starts no more rounds; a running one continues. Callers of `next` wait until the next start. */
    stop(): void {
      isStarted = false;
      lastRound = null;
      clearTimeout(timer);
    },
  };
}

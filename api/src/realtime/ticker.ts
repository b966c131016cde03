export interface Ticker {
  /** There is cause for a round: one begins as soon as the pace allows. */
  wake(): void;
  /** Resolves after a round that began after the call and went well, however many fail before. */
  next(): Promise<void>;
  /** When the last round that went well began, in ms of `performance.now`; null: none since it was started. */
  readonly lastRound: number | null;
  /** Begins with a round at once. */
  start(): void;
  /** No round begins any more; one that runs goes on. Whoever waits for one waits for the next start. */
  stop(): void;
}

/**
 * Runs rounds of work one at a time: when there is cause, never more often than its pace, whoever asks how often; and
 * now and then without cause, for whatever nobody announced.
 */
export function createTicker({
  round,
  onError,
  paceMs,
  idleMs,
}: {
  round: () => Promise<void>;
  onError: (error: unknown) => void;
  paceMs: number;
  idleMs: number;
}): Ticker {
  let isStarted = false;
  let isRunning = false;
  let isDue = false;
  let startedAt = Number.NEGATIVE_INFINITY;
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
      plan();
    }
  }

  function plan(): void {
    clearTimeout(timer);
    if (!isStarted || isRunning) return;
    const wait = startedAt + (isDue ? paceMs : idleMs) - performance.now();
    timer = setTimeout(() => void run(), Math.max(0, wait));
  }

  function wake(): void {
    if (isDue) return;
    isDue = true;
    plan();
  }

  return {
    wake,
    next() {
      const waits = new Promise<void>((resolve) => waiting.push(resolve));
      wake();
      return waits;
    },
    get lastRound() {
      return lastRound;
    },
    start() {
      if (isStarted) return;
      isStarted = true;
      isDue = true;
      plan();
    },
    stop() {
      isStarted = false;
      lastRound = null;
      clearTimeout(timer);
    },
  };
}

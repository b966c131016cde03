/**
 * The progress a bettor sees after placing a bet: a simulated bar, and the server's answer.
 *
 * | stage       | leaves on                                        |
 * | ----------- | ------------------------------------------------ |
 * | `pending`   | bar at 100 and the server's yes, or the server's no |
 * | `succeeded` | never                                            |
 * | `failed`    | a retry, which continues from the same bar       |
 */
export interface TransactionProgress {
  stage: 'pending' | 'succeeded' | 'failed';
  /** Percent, 0 to 100. Simulated; it never goes back. */
  bar: number;
  server: 'waiting' | 'confirmed' | 'failed';
}

export type ProgressEvent =
  | { kind: 'tick'; step: number }
  | { kind: 'confirmed' }
  | { kind: 'failed' }
  | { kind: 'retried' };

export const STARTED: TransactionProgress = { stage: 'pending', bar: 0, server: 'waiting' };

/** For a bet that is already decided. */
export const FULL: TransactionProgress = { ...STARTED, bar: 100 };

export const TICK_MS = 500;
export const LARGEST_STEP = 20;

/** The progress after one event. Success needs a full bar and the server's yes; a failure applies at once. */
export function advanceProgress(progress: TransactionProgress, event: ProgressEvent): TransactionProgress {
  if (event.kind === 'retried') {
    return progress.stage === 'failed' ? { ...progress, stage: 'pending', server: 'waiting' } : progress;
  }
  if (progress.stage !== 'pending') return progress;
  switch (event.kind) {
    case 'failed':
      return { ...progress, stage: 'failed', server: 'failed' };
    case 'confirmed':
      return settleStage({ ...progress, server: 'confirmed' });
    case 'tick': {
      const step = Math.min(Math.max(event.step, 0), LARGEST_STEP);
      return settleStage({ ...progress, bar: Math.min(progress.bar + step, 100) });
    }
  }
}

/** The value for assistive technology, in quarters, so that it isn't announced every half second. */
export function announcedBar(bar: number): number {
  return Math.floor(bar / 25) * 25;
}

function settleStage(progress: TransactionProgress): TransactionProgress {
  const done = progress.bar === 100 && progress.server === 'confirmed';
  return done ? { ...progress, stage: 'succeeded' } : progress;
}

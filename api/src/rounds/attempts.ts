import { wasInTheWay } from '../db/database-fault.ts';

/** How long work is paused, in ms. The pause doubles each time, up to a limit. */
export class Rest {
  readonly first: number;
  readonly most: number;

  constructor(first: number, most: number) {
    this.first = first;
    this.most = most;
  }
}

/**
 * Pauses work that failed or has to wait, so that it doesn't flood the log and other work gets its turn.
 *
 * @param does.onError called with each failure; if another transaction was in the way, only once the next try fails, too
 */
export function createAttempts(does: {
  failed: Rest;
  isStopping: () => boolean;
  onError: (error: unknown) => void;
}) {
  const resting = new Map<string, { until: number; ms: number; hasFailed: boolean }>();
  const isResting = (name: string) => (resting.get(name)?.until ?? 0) > performance.now();

  function letRest(name: string, { first, most }: Rest, hasFailed: boolean): null {
    const ms = Math.min(Math.max(2 * (resting.get(name)?.ms ?? 0), first), most);
    resting.set(name, { until: performance.now() + ms, ms, hasFailed });
    return null;
  }

  return {
    /** Whether the work is paused now. */
    isResting,
    /** By name what was paused last; its pause may be over. */
    resting,
    /** Tries one piece of work, independently of all others. Null if it fails, has to wait or is paused. */
    async attempt<T>(name: string, work: () => Promise<T | Rest>): Promise<T | null> {
      if (does.isStopping() || isResting(name)) return null;
      try {
        const outcome = await work();
        if (outcome instanceof Rest) return letRest(name, outcome, false);
        resting.delete(name);
        return outcome;
      } catch (error) {
        if (!wasInTheWay(error) || resting.get(name)?.hasFailed) does.onError(error);
        return letRest(name, does.failed, true);
      }
    },
  };
}

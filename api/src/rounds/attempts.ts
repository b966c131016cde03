/** How long something is left alone, in ms; each time twice as long, up to a limit. */
export class Rest {
  readonly first: number;
  readonly most: number;

  constructor(first: number, most: number) {
    this.first = first;
    this.most = most;
  }
}

export interface Attempts {
  /** Whether it is left alone now: it failed, or has to wait. */
  isResting(name: string): boolean;
  /** By name what was left alone last, and may be again. */
  readonly resting: Map<string, unknown>;
  /** One piece of work; that it fails, or has to wait, holds up no other. Null then, and while it is left alone. */
  attempt<T>(name: string, work: () => Promise<T | Rest>): Promise<T | null>;
}

/** Lets work rest that failed or has to wait: the log is not of it alone, and others have its place meanwhile. */
export function createAttempts(does: {
  failed: Rest;
  isStopping: () => boolean;
  onError: (error: unknown) => void;
}): Attempts {
  const resting = new Map<string, { until: number; ms: number }>();
  const isResting = (name: string) => (resting.get(name)?.until ?? 0) > performance.now();

  function letRest(name: string, { first, most }: Rest): null {
    const ms = Math.min(Math.max(2 * (resting.get(name)?.ms ?? 0), first), most);
    resting.set(name, { until: performance.now() + ms, ms });
    return null;
  }

  return {
    isResting,
    resting,
    async attempt(name, work) {
      if (does.isStopping() || isResting(name)) return null;
      try {
        const outcome = await work();
        if (outcome instanceof Rest) return letRest(name, outcome);
        resting.delete(name);
        return outcome;
      } catch (error) {
        does.onError(error);
        return letRest(name, does.failed);
      }
    },
  };
}

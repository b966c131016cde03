/** Something that runs, or is kept open, until it is stopped. */
interface Part {
  stop(): Promise<void> | void;
}

/** The parts of a server. */
export interface Parts {
  /** Registers a running part. Register it after all parts that it uses. */
  keep<P extends Part>(part: P): P;
  /** Stops all parts, last one first. @throws the failure of one, or an AggregateError of several, once all have stopped */
  stop(): Promise<void>;
}

export function openParts(): Parts {
  const kept: Part[] = [];
  return {
    keep(part) {
      kept.push(part);
      return part;
    },
    async stop() {
      const failures: unknown[] = [];
      for (let part = kept.pop(); part !== undefined; part = kept.pop()) {
        try {
          await part.stop();
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 1) throw new AggregateError(failures, 'several parts could not be stopped');
      if (failures.length === 1) throw failures[0];
    },
  };
}

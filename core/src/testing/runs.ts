import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Set by `PROVE=1`, see vitest.config.ts. */
    prove: boolean;
    /** Of the random inputs, by `SEED=...`: fast-check prints the one that a failure had. */
    seed?: number;
  }
}

/** How often a property is tried: the sample given, or a hundred times that when proving in full. */
export function runs(sample: number): { numRuns: number; seed?: number } {
  const seed = inject('seed');
  return { numRuns: inject('prove') ? sample * 100 : sample, ...(seed !== undefined && { seed }) };
}

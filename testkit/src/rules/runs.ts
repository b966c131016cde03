import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Set by `PROVE=1`, see vitest.config.ts. */
    prove: boolean;
  }
}

/** How often a property is tried: the given number, or a hundred times that when proving in full. */
export function runs(sample: number): { numRuns: number } {
  return { numRuns: inject('prove') ? sample * 100 : sample };
}

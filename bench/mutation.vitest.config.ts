import { defineConfig } from 'vitest/config';

/** The tests that mutants of the rules must not survive, as `npm test` runs them. */
export default defineConfig({
  test: {
    name: 'mutation',
    environment: 'node',
    include: [process.env.MUTATION_TESTS ?? 'core/src/**/*.test.ts'],
    provide: { prove: false },
    // With other inputs each time, some mutants would be noticed in one run and not in the next.
    setupFiles: ['scripts/seed-random-inputs.mjs'],
    testTimeout: 30_000,
  },
});

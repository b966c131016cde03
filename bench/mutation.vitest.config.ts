import { defineConfig } from 'vitest/config';

/** The tests that mutants of the rules must not survive, as `npm test` runs them. */
export default defineConfig({
  test: {
    name: 'mutation',
    environment: 'node',
    include: [process.env.MUTATION_TESTS ?? 'core/src/**/*.test.ts'],
    provide: { prove: false },
    testTimeout: 30_000,
  },
});

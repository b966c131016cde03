import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

/** The tests that mutants of the rules must not survive, as `npm test` runs them. */
export default defineConfig({
  resolve: {
    // Mutants are in a copy of the repository, whose packages are links to the repository itself.
    alias: [
      { find: /^@tallystone\/core\/(.*)$/, replacement: `${resolve('core/src')}/$1.ts` },
      { find: /^@tallystone\/testkit\/(.*)$/, replacement: `${resolve('testkit/src')}/$1` },
    ],
  },
  test: {
    name: 'mutation',
    environment: 'node',
    include: [process.env.MUTATION_TESTS ?? 'core/src/**/*.test.ts'],
    provide: { prove: false },
    // With different inputs each time, some mutants would be noticed in one run and not in the next.
    setupFiles: ['scripts/seed-random-inputs.mjs'],
    testTimeout: 30_000,
  },
});

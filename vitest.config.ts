import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Starts or finds the PostgreSQL for the server's tests. */
const testDatabase = 'testkit/src/database/test-database.ts';
const contracts = 'scripts/build-before-tests.mjs';
/** Only on request, because most files have no random inputs and needn't load the library for them. */
const seeding = process.env.SEED ? ['scripts/seed-random-inputs.mjs'] : [];
/** Setup of all component tests: how long they wait, and the cleanup after each file. */
const webSetup = 'testkit/src/page/setup.ts';
/** A test that takes this long hangs. A test that takes less may just be slowed down by the others. */
const LONGEST_MS = 180_000;
/** Tests that need a DOM but no components. */
const needsPage = 'web/src/**/*.dom.test.ts';
const onChain = '{api,testkit}/src/**/*.chain.test.ts';
/** Tests that need the program nats-server. */
const onNats = 'api/src/**/*.nats.test.ts';
/** Tests that measure CPU time run only in `npm run prove`, one file after the other. */
const timings = '{core,api}/src/**/*.timing.test.ts';
const patience = {
  testTimeout: LONGEST_MS,
  hookTimeout: LONGEST_MS,
  // An awaited state may come late on a machine that is busy with other tests.
  expect: { poll: { timeout: 60_000 } },
};

export default defineConfig({
  test: {
    // By default Vitest leaves a core free, which is half of a small machine.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'core',
          environment: 'node',
          setupFiles: seeding,
          include: ['core/src/**/*.test.ts'],
          exclude: [timings],
          // Pure functions leave no state from one file to the next.
          isolate: false,
          // The long proofs try every property a hundred times as often as this.
          provide: { prove: process.env.PROVE === '1' },
          testTimeout: process.env.PROVE === '1' ? 3_600_000 : LONGEST_MS,
        },
      },
      {
        test: {
          name: 'api',
          environment: 'node',
          setupFiles: seeding,
          include: ['api/src/**/*.test.ts'],
          exclude: [onChain, onNats, timings],
          // Loading the server's modules for every file took a third of the time. They keep no state, so files can share them.
          isolate: false,
          globalSetup: [testDatabase],
          ...patience,
        },
      },
      {
        test: {
          // Tests of the server on a chain. Each worker keeps one chain, so its files share modules.
          name: 'chain',
          environment: 'node',
          setupFiles: seeding,
          include: [onChain],
          isolate: false,
          globalSetup: [testDatabase, contracts],
          ...patience,
        },
      },
      {
        test: {
          name: 'nats',
          environment: 'node',
          setupFiles: seeding,
          include: [onNats],
          isolate: false,
          globalSetup: [testDatabase],
          ...patience,
        },
      },
      {
        test: {
          name: 'timing',
          environment: 'node',
          setupFiles: seeding,
          include: [timings],
          fileParallelism: false,
          globalSetup: [testDatabase],
          ...patience,
        },
      },
      {
        extends: './web/vite.config.ts',
        test: {
          name: 'web',
          environment: 'jsdom',
          include: ['web/src/**/*.test.tsx', needsPage],
          setupFiles: [...seeding, webSetup],
          // It needs a canvas. The tests check the calls that draw on it.
          alias: { 'lightweight-charts': resolve('testkit/src/page/drawn-charts.ts') },
          testTimeout: LONGEST_MS,
        },
      },
      {
        extends: './web/vite.config.ts',
        test: {
          // Tests that render nothing need no DOM, whose setup would take most of their time.
          name: 'web-logic',
          environment: 'node',
          setupFiles: seeding,
          include: ['web/src/**/*.test.ts'],
          exclude: [needsPage],
          // Loading the same modules for each file would take most of the time.
          isolate: false,
          testTimeout: LONGEST_MS,
        },
      },
      {
        test: {
          name: 'client',
          environment: 'node',
          setupFiles: seeding,
          include: ['client/src/**/*.test.ts'],
          isolate: false,
          testTimeout: LONGEST_MS,
        },
      },
      {
        test: {
          // These tests have their own chain, with the contracts that forge built.
          name: 'contracts',
          environment: 'node',
          setupFiles: seeding,
          include: ['contracts/test/**/*.test.ts'],
          globalSetup: [contracts],
          testTimeout: LONGEST_MS,
          hookTimeout: LONGEST_MS,
        },
      },
      {
        test: {
          name: 'scripts',
          environment: 'node',
          setupFiles: seeding,
          include: ['scripts/**/*.test.ts'],
          testTimeout: LONGEST_MS,
        },
      },
      {
        test: {
          // Helpers of the proofs and timings. `npm run prove` and `npm run bench` run the proofs and timings themselves.
          name: 'bench',
          environment: 'node',
          setupFiles: seeding,
          include: ['bench/**/*.test.ts', 'testkit/src/**/*.test.ts'],
          exclude: [onChain],
          testTimeout: LONGEST_MS,
        },
      },
    ],
    coverage: {
      provider: 'v8',
      include: ['core/src/**/*.ts'],
      exclude: ['**/*.test.ts'],
      thresholds: { 'core/src/**/*.ts': { branches: 100 } },
    },
  },
});

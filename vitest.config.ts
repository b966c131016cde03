import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Starts or finds the PostgreSQL that the server's tests run on. */
const testDatabase = 'testkit/src/database/test-database.ts';
const contracts = 'scripts/build-before-tests.mjs';
/** Only when it is asked for: most files have no random inputs, and would load their library for nothing. */
const seeding = process.env.SEED ? ['scripts/seed-random-inputs.mjs'] : [];
/** What the component tests share: how they wait, and what each file leaves behind. */
const webSetup = 'testkit/src/page/setup.ts';
/** A test that takes so long hangs; short of it, the machine is busy with the other tests. */
const LONGEST_MS = 180_000;
/** Of the browser, without components. */
const needsPage = 'web/src/**/*.dom.test.ts';
const onChain = '{api,testkit}/src/**/*.chain.test.ts';
/** What measures processor time runs in `npm run prove` alone, one file after the other. */
const timings = '{core,api}/src/**/*.timing.test.ts';
const patience = {
  testTimeout: LONGEST_MS,
  hookTimeout: LONGEST_MS,
  // What is waited for may come late on a machine that is busy with the other tests.
  expect: { poll: { timeout: 60_000 } },
};

export default defineConfig({
  test: {
    // Left alone it keeps a core free, which is half of a small machine.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'core',
          environment: 'node',
          setupFiles: seeding,
          include: ['core/src/**/*.test.ts'],
          exclude: [timings],
          // Pure functions have nothing that one file could leave to another.
          isolate: false,
          // The long proofs try every property a hundred times as often.
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
          exclude: [onChain, timings],
          // A third of the time went to loading the server's modules once per file: they keep no state of their own.
          isolate: false,
          globalSetup: [testDatabase],
          ...patience,
        },
      },
      {
        test: {
          // What the server does on a chain; each worker keeps one, so its files share its modules.
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
          // It needs a canvas. The tests see what it is told to draw.
          alias: { 'lightweight-charts': resolve('testkit/src/page/drawn-charts.ts') },
          testTimeout: LONGEST_MS,
        },
      },
      {
        extends: './web/vite.config.ts',
        test: {
          // What draws nothing needs no page, whose setting up would take most of its time.
          name: 'web-logic',
          environment: 'node',
          setupFiles: seeding,
          include: ['web/src/**/*.test.ts'],
          exclude: [needsPage],
          // Loading the same modules for each file would take most of its time.
          isolate: false,
          testTimeout: LONGEST_MS,
        },
      },
      {
        test: {
          // Against a chain of their own, with what forge has built.
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
          include: ['bench/**/*.test.ts'],
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

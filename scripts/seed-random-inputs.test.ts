import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';

const SETUP = 'scripts/seed-random-inputs.mjs';

afterEach(() => vi.unstubAllEnvs());

/** Each project's setup files, by name. */
async function setupFiles(seed: string) {
  vi.stubEnv('SEED', seed);
  vi.resetModules();
  const { default: config } = await import('../vitest.config.ts');
  return new Map(
    (config.test?.projects ?? []).map((project) => {
      if (typeof project !== 'object' || !('test' in project)) throw new Error('expected a project');
      return [project.test?.name, [project.test?.setupFiles ?? []].flat()];
    }),
  );
}

test('a seed reaches every project, and without one there is no setup for it', async () => {
  const seeded = await setupFiles('7');
  expect([...seeded].filter(([, files]) => !files.includes(SETUP))).toEqual([]);
  expect([...(await setupFiles(''))].filter(([, files]) => files.includes(SETUP))).toEqual([]);
});

test('a property takes its inputs from the seed, and keeps other global settings', async () => {
  const before = fc.readConfigureGlobal();
  try {
    fc.configureGlobal({ numRuns: 3 });
    vi.stubEnv('SEED', '-1405680060');
    await import('./seed-random-inputs.mjs');
    expect(fc.check(fc.property(fc.nat(), () => true))).toMatchObject({ seed: -1405680060, numRuns: 3 });
  } finally {
    fc.configureGlobal(before);
  }
});

import { afterEach, expect, test, vi } from 'vitest';
import { listSteps } from './steps.mjs';

afterEach(() => {
  vi.unstubAllEnvs();
});

test.each(['test', 'ci'] as const)(
  'without a Chromium the journeys of %s say so and begin nothing',
  async (tier) => {
    vi.stubEnv('CHROME', '/nowhere/chromium');
    const journeys = listSteps('/nowhere').find(({ name }) => name === 'e2e');
    expect(await journeys?.[tier]?.()).toEqual({
      passed: 0,
      failed: 1,
      skipped: 0,
      output: 'CHROME is /nowhere/chromium, which is not a program.',
    });
  },
);

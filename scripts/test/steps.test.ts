import { afterEach, expect, test, vi } from 'vitest';
import { listSteps } from './steps.mjs';

afterEach(() => {
  vi.unstubAllEnvs();
});

test.each(['test', 'ci'] as const)(
  'without a Chromium the e2e tests of %s say so and begin nothing',
  async (tier) => {
    vi.stubEnv('CHROME', '/nowhere/chromium');
    const e2e = listSteps('/nowhere').find(({ name }) => name === 'e2e');
    expect(await e2e?.[tier]?.()).toEqual({
      passed: 0,
      failed: 1,
      skipped: 0,
      output: 'CHROME is /nowhere/chromium, which is not a program.',
    });
  },
);

test.each(['test', 'ci'] as const)(
  'without the PostgreSQL that is named the server tests of %s say so and begin nothing',
  async (tier) => {
    vi.stubEnv('TALLYSTONE_TEST_DATABASE_URL', '');
    vi.stubEnv('DATABASE_URL', 'postgres://x:secret@127.0.0.1:1/x');
    const server = listSteps('/nowhere').find(({ name }) => name === 'api');
    expect(await server?.[tier]?.()).toEqual({
      passed: 0,
      failed: 1,
      skipped: 0,
      output:
        'The tests cannot use the PostgreSQL that DATABASE_URL names (connect ECONNREFUSED 127.0.0.1:1): put that right, name ' +
        'another one, or unset DATABASE_URL, and they start one of their own.',
    });
  },
);

test('without PostgreSQL the server tests say how to get it and start nothing', async () => {
  vi.stubEnv('TALLYSTONE_TEST_DATABASE_URL', '');
  vi.stubEnv('DATABASE_URL', '');
  // Only the package is searched, on a machine without it.
  vi.stubEnv('TALLYSTONE_POSTGRES_FROM', 'package');
  const { arch } = process;
  Object.defineProperty(process, 'arch', { value: 'abacus' });
  try {
    const server = listSteps('/nowhere').find(({ name }) => name === 'api');
    const { failed, output } = (await server?.test?.()) ?? {};
    expect(failed).toBe(1);
    expect(output).toMatch(
      /^The tests need a real PostgreSQL and found none\. .*apt-get install postgresql.*DATABASE_URL/,
    );
  } finally {
    Object.defineProperty(process, 'arch', { value: arch });
  }
});

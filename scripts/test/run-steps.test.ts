import { describe, expect, test } from 'vitest';
import { readPlaywrightReport } from './read-playwright-report.mjs';
import { chooseSteps, runSteps } from './run-steps.mjs';

const PASSED = { passed: 2, failed: 0, skipped: 0, output: 'all is well' };
const FAILED = { passed: 1, failed: 1, skipped: 0, output: 'expected 1 to be 2' };

async function saidBy(steps: Parameters<typeof runSteps>[0]): Promise<{ all: boolean; said: string }> {
  const lines: string[] = [];
  const all = await runSteps(steps, { command: 'npm test', say: (line) => lines.push(line) });
  return { all, said: lines.join('\n') };
}

describe('the steps of a run', () => {
  test('a failed step doesn’t hide the next one', async () => {
    const { all, said } = await saidBy([
      { name: 'core', run: async () => FAILED },
      { name: 'web', run: async () => PASSED },
    ]);
    expect(all).toBe(false);
    expect(said).toMatch(/core: FAILED, 1 passed, 1 failed, \d+\.\d s\n\nexpected 1 to be 2/);
    expect(said).toMatch(/web \.\.\.\nweb: ok, 2 passed, 0 failed, \d+\.\d s/);
    expect(said).toContain('- core: the whole step\n  Run again: npm test -- --only core');
    expect(said.split('\n').at(-1)).toBe('3 passed, 1 failed');
  });

  test('each failure is listed with its rerun command', async () => {
    const failures = [{ what: 'a.test.ts: adds', rerun: 'npx vitest run --project core a.test.ts' }];
    const { said } = await saidBy([{ name: 'core', run: async () => ({ ...FAILED, failures }) }]);
    expect(said).toContain('- core: a.test.ts: adds\n  Run again: npx vitest run --project core a.test.ts');
    expect(said).not.toContain('--only core');
  });

  test('a step that can’t start fails with its sentence', async () => {
    const { all, said } = await saidBy([
      {
        name: 'e2e',
        run: async () => {
          throw new Error('The browser tests need Chromium and found none.');
        },
      },
      { name: 'web', run: async () => PASSED },
    ]);
    expect(all).toBe(false);
    expect(said).toContain('The browser tests need Chromium and found none.');
    expect(said).not.toContain('    at ');
    expect(said.split('\n').at(-1)).toBe('2 passed, 1 failed');
  });

  test('the slowest files of all steps are listed, the slowest first', async () => {
    const files = (...seconds: number[]) => seconds.map((each) => ({ file: `${each}.ts`, seconds: each }));
    const { said } = await saidBy([
      { name: 'core', run: async () => ({ ...PASSED, files: files(1, 12) }) },
      { name: 'web', run: async () => ({ ...PASSED, files: files(...Array(9).fill(2), 0.5, 30) }) },
    ]);
    const listed = said.slice(said.indexOf('The slowest files:')).split('\n').slice(1, 11);
    expect(listed.slice(0, 3)).toEqual([
      '   30.0 s  web        30.ts',
      '   12.0 s  core       12.ts',
      '    2.0 s  web        2.ts',
    ]);
    expect(said).not.toContain('0.5.ts');
  });
});

describe('which steps run', () => {
  const all = [{ name: 'format' }, { name: 'core' }, { name: 'web' }];
  test.each([
    [[], ['format', 'core', 'web']],
    [['--only', 'web'], ['web']],
    [['--only=web,format'], ['format', 'web']],
  ])('%j', (args, names) => {
    expect(chooseSteps(all, args, 'npm test').map(({ name }) => name)).toEqual(names);
  });
  test.each([[['web']], [['--only']], [['--only', 'webb']], [['--only', 'web', 'core']], [['--all']]])(
    'refuses %j and lists the steps',
    (args) => {
      expect(() => chooseSteps(all, args, 'npm test')).toThrow('Usage: npm test -- [--only format,core,web]');
    },
  );
});

test('a report of e2e tests is counted by file, in nested suites too', () => {
  const spec = (title: string, ok: boolean, ...durations: number[]) => ({
    title,
    ok,
    file: 'bet.e2e.ts',
    line: 7,
    tests: [{ results: durations.map((duration) => ({ duration })) }],
  });
  const suites = [
    {
      file: 'bet.e2e.ts',
      specs: [spec('places a bet', true, 1500)],
      suites: [{ file: 'bet.e2e.ts', specs: [spec('is refused', false, 500)] }],
    },
  ];
  const stats = { expected: 1, unexpected: 1, flaky: 0, skipped: 0 };
  expect(readPlaywrightReport({ stats, suites })).toEqual({
    passed: 1,
    failed: 1,
    skipped: 0,
    files: [{ file: 'e2e/bet.e2e.ts', seconds: 2 }],
    failures: [{ what: 'e2e/bet.e2e.ts: is refused', rerun: 'npm run test:e2e -- bet.e2e.ts:7' }],
  });
});

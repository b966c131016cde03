import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { endWithUs, temporaryFolder } from '@tallystone/testkit/processes/leave-nothing-behind.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');
const REPORTER = join(ROOT, 'bench/test-reporter.ts');
/** What Vitest prints if its global teardown throws. */
const IN_TEARDOWN = 'error during close';
const MOST_OUTPUT_BYTES = 100_000_000;

export interface TestResult {
  /** From the folder of the repository; empty for an error that belongs to none. */
  readonly file: string;
  /** With the groups that it is in; empty for what failed outside of any test. */
  readonly name: string;
  /** `left out`: it skipped itself. `skipped`: something before it failed. */
  readonly status: string;
  /** The first line of its error; empty if it has none. */
  readonly why: string;
}

/**
 * Runs all tests of one of Vitest's projects. What fails outside of a test is a failed test without a name.
 *
 * @throws Error if the run ends before its report
 */
export async function runTests(
  project: string,
  env: Readonly<Record<string, string>> = {},
): Promise<TestResult[]> {
  const file = join(temporaryFolder(`tallystone-${project}-`), 'report.json');
  const args = [VITEST, 'run', '--project', project, '--reporter', REPORTER];
  const running = promisify(execFile)(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...env, TEST_REPORT: file },
    maxBuffer: MOST_OUTPUT_BYTES,
  });
  endWithUs(running.child);
  // If a test fails, it ends with its own exit code, and its report has the reason.
  const { stderr } = await running.catch((error: { stderr: string }) => error);
  const results = JSON.parse(readFileSync(file, 'utf8')) as TestResult[];
  if (stderr.includes(IN_TEARDOWN))
    results.push({ file: '', name: '', status: 'failed', why: stderr.slice(-500) });
  return results;
}

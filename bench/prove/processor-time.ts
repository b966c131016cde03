import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolder } from '@tallystone/testkit/processes/leave-nothing-behind.ts';
import { proveInFull } from '../proof.ts';

/**
 * The tests that measure processor time (`*.timing.test.ts`): what hostile or large input costs. They need a machine that
 * does nothing else, so they aren't among the tests of behaviour.
 */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

await proveInFull('processor-time', async ({ row }) => {
  const file = join(temporaryFolder('tallystone-processor-time-'), 'report.json');
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', '--project', 'timing', '--reporter', 'json', '--outputFile', file];
  // If a test fails, it ends with its own exit code, and its report has the reason.
  await promisify(execFile)(process.execPath, args, { cwd: ROOT }).catch(() => undefined);
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report;
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  if (tests.length === 0) throw new Error('no test measured anything');
  for (const { fullName, status, failureMessages } of tests) {
    const why = failureMessages[0]?.split('\n')[0] ?? '';
    row({
      what: fullName,
      bar: 'as in its test',
      measured: `${status} ${why}`.trim(),
      ok: status === 'passed',
    });
  }
});

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { endWithUs, temporaryFolder } from '@tallystone/testkit/processes/leave-nothing-behind.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');
const MOST_OUTPUT_BYTES = 100_000_000;

export interface TestResult {
  /** From the folder of the repository. */
  readonly file: string;
  /** With the groups that it is in. */
  readonly name: string;
  readonly status: string;
  /** The first line of its error; empty if it has none. */
  readonly why: string;
}

/** What Vitest writes as JSON. */
interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** Runs all tests of one of Vitest's projects. A file that breaks off before its first test is a failed test without a name. */
export async function runTests(
  project: string,
  env: Readonly<Record<string, string>> = {},
): Promise<TestResult[]> {
  const file = join(temporaryFolder(`tallystone-${project}-`), 'report.json');
  const args = [VITEST, 'run', '--project', project, '--reporter', 'json', '--outputFile', file];
  const running = promisify(execFile)(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    maxBuffer: MOST_OUTPUT_BYTES,
  });
  endWithUs(running.child);
  // If a test fails, it ends with its own exit code, and its report has the reason.
  await running.catch(() => undefined);
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report;
  return testResults.flatMap(({ name: path, status: ofFile, message, assertionResults }) => {
    const of = relative(ROOT, path);
    if (assertionResults.length === 0)
      return [{ file: of, name: '', status: ofFile, why: firstLine(message) }];
    return (
      assertionResults
        // In a file that passes, tests skip themselves, such as one that root can't run.
        .filter(({ status }) => status !== 'skipped' || ofFile !== 'passed')
        .map(({ fullName, status, failureMessages }) => ({
          file: of,
          name: fullName,
          status,
          why: firstLine(failureMessages[0] ?? message),
        }))
    );
  });
}

const firstLine = (text: string): string => text.split('\n')[0] ?? '';

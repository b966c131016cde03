import type { Lacking } from '@tallystone/testkit/database/not-on-distributed.ts';
import type { TestResult } from './run-tests.ts';

interface Comparison {
  readonly passed: number;
  /** Tests of the list. */
  readonly listed: number;
  /** Tests that skip themselves. */
  readonly leftOut: number;
  /** Tests that contradict the list, with the reason. */
  readonly wrong: readonly string[];
}

/**
 * Compares a run of tests with the list of those that can't pass: every other test has to pass, and none of the list may, so
 * that the list can't fall behind. Tests that didn't run, because what comes before them failed, have not passed.
 */
export function compareWithListed(results: readonly TestResult[], listed: readonly Lacking[]): Comparison {
  const wrong: string[] = [];
  const isListed = ({ file, name }: TestResult) =>
    listed.some((each) => each.file === file && (each.tests === 'all' || each.tests.includes(name)));
  const found = { passed: 0, listed: 0, leftOut: 0 };
  for (const result of results) {
    const { file, name, status, why } = result;
    const test = `${file}: ${name}`;
    if (isListed(result)) {
      found.listed += 1;
      if (status === 'passed') wrong.push(`${test} passes, though it is listed as one that can't`);
    } else if (status === 'passed') found.passed += 1;
    else if (status === 'left out') found.leftOut += 1;
    else wrong.push(`${test} ${status} ${why}`.trim());
  }
  for (const { file, tests } of listed) {
    const names = results.filter((result) => result.file === file).map(({ name }) => name);
    if (names.length === 0) wrong.push(`${file} is listed, but has no test`);
    else if (tests !== 'all') {
      for (const name of tests.filter((each) => !names.includes(each)))
        wrong.push(`${file}: ${name} is listed, but isn't there`);
    }
  }
  return { ...found, wrong };
}

import { expect, test } from 'vitest';
import { compareWithListed } from './compare-with-listed.ts';
import type { TestResult } from './run-tests.ts';

const result = (file: string, name: string, status = 'passed', why = ''): TestResult => ({
  file,
  name,
  status,
  why,
});
const LISTED = [
  { file: 'a.test.ts', tests: ['of triggers', 'behind it'], why: 'triggers' },
  { file: 'upgrade.test.ts', tests: 'all', why: 'older tables' },
] as const;
const AS_LISTED = [
  result('a.test.ts', 'of bets'),
  result('a.test.ts', 'not as root', 'left out'),
  result('a.test.ts', 'of triggers', 'failed', 'Error: no trigger'),
  result('a.test.ts', 'behind it', 'skipped'),
  result('upgrade.test.ts', 'one', 'failed'),
];

test('a run is as listed if exactly the tests of the list do not pass', () => {
  expect(compareWithListed(AS_LISTED, LISTED)).toEqual({ passed: 1, listed: 3, leftOut: 1, wrong: [] });
});

test('a test fails the comparison if it does not pass and is not listed, for whatever reason', () => {
  const results = [
    ...AS_LISTED,
    result('a.test.ts', 'of money', 'failed', 'Error: a cent is missing'),
    result('b.test.ts', 'of triggers', 'skipped'),
    result('c.test.ts', '', 'failed', 'SyntaxError'),
  ];
  expect(compareWithListed(results, LISTED)).toEqual({
    passed: 1,
    listed: 3,
    leftOut: 1,
    wrong: [
      'a.test.ts: of money failed Error: a cent is missing',
      'b.test.ts: of triggers skipped',
      'c.test.ts:  failed SyntaxError',
    ],
  });
});

test('a test of the list fails the comparison if it passes, or is gone', () => {
  const results = [result('a.test.ts', 'of triggers'), result('b.test.ts', 'behind it', 'failed')];
  expect(compareWithListed(results, LISTED).wrong).toEqual([
    "a.test.ts: of triggers passes, though it is listed as one that can't",
    'b.test.ts: behind it failed',
    "a.test.ts: behind it is listed, but isn't there",
    'upgrade.test.ts is listed, but has no test',
  ]);
});

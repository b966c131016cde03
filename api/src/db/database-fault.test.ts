import { expect, test } from 'vitest';
import { databaseFaultOf } from './database-fault.ts';

test.each([
  ['08006', 'away'],
  ['57P01', 'away'],
  // Too long idle in a transaction, or too long over one.
  ['25P03', 'away'],
  ['25P04', 'away'],
  ['53100', 'full'],
  ['25006', 'unwritable'],
  ['58030', 'unwritable'],
  ['55P03', 'busy'],
  ['40001', 'busy'],
  // A transaction that has failed before, a value, and damage are no fault that passes.
  ['25P02', null],
  ['22007', null],
  ['XX001', null],
])('the state %s means %s', (code, fault) => {
  const answer = Object.assign(new Error('no'), { code, severity: 'FATAL' });
  expect(databaseFaultOf(answer)).toBe(fault);
  expect(databaseFaultOf(new Error('query failed', { cause: answer }))).toBe(fault);
});

test('an error that is its own cause has no fault', () => {
  const error = new Error('round');
  error.cause = error;
  expect(databaseFaultOf(error)).toBeNull();
});

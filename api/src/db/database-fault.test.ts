import { expect, test } from 'vitest';
import { databaseFaultOf, isOfValue } from './database-fault.ts';

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

test.each([
  ['22007', true],
  ['23514', true],
  ['21000', true],
  // Also said of a prepared statement of one connection.
  ['0A000', false],
  ['54000', true],
  ['P0001', true],
  // A deadlock, a full disk and damage are of no value.
  ['40P01', false],
  ['53100', false],
  ['XX001', false],
])('work that ends in the state %s would end so again: %s', (code, isSo) => {
  expect(isOfValue(Object.assign(new Error('no'), { code, severity: 'ERROR' }))).toBe(isSo);
});

test('what our own code throws is of its values, and a lost connection is not', () => {
  expect(isOfValue(new RangeError('too much'))).toBe(true);
  expect(isOfValue(Object.assign(new Error('lost'), { code: 'ECONNRESET' }))).toBe(false);
});

test('an error that is its own cause has no fault', () => {
  const error = new Error('round');
  error.cause = error;
  expect(databaseFaultOf(error)).toBeNull();
});

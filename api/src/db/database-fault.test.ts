import { expect, test } from 'vitest';
import { databaseFaultOf, isOfValue, wasInTheWay } from './database-fault.ts';

test.each([
  ['08006', 'away'],
  ['57P01', 'away'],
  // Idle in a transaction for too long, or a transaction that takes too long.
  ['25P03', 'away'],
  ['25P04', 'away'],
  ['53100', 'full'],
  ['25006', 'unwritable'],
  ['58030', 'unwritable'],
  ['55P03', 'busy'],
  ['40001', 'busy'],
  // Failed transactions, bad values and damage aren't passing faults.
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
  // This code is also used for prepared statements of one connection.
  ['0A000', false],
  ['54000', true],
  ['P0001', true],
  // Deadlocks, a full disk and damage don't come from a value.
  ['40P01', false],
  ['53100', false],
  ['XX001', false],
])('work that fails with the state %s would fail again: %s', (code, isSo) => {
  expect(isOfValue(Object.assign(new Error('no'), { code, severity: 'ERROR' }))).toBe(isSo);
});

test('errors of our own code come from its data, and a lost connection does not', () => {
  expect(isOfValue(new RangeError('too much'))).toBe(true);
  expect(isOfValue(Object.assign(new Error('lost'), { code: 'ECONNRESET' }))).toBe(false);
});

test('an error that is its own cause has no fault', () => {
  const error = new Error('round');
  error.cause = error;
  expect(databaseFaultOf(error)).toBeNull();
});

test.each([
  ['55P03', true],
  ['40001', true],
  ['40P01', true],
  // A statement that takes too long does so by itself, too.
  ['57014', false],
  ['23505', false],
])('another transaction was in the way of work that fails with the state %s: %s', (code, isSo) => {
  const answer = Object.assign(new Error('no'), { code, severity: 'ERROR' });
  expect(wasInTheWay(new Error('query failed', { cause: answer }))).toBe(isSo);
});

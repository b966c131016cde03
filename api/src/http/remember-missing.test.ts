import { beforeEach, expect, test } from 'vitest';
import { type Missing, rememberMissing } from './remember-missing.ts';

let clock: Date;
let asked: string[];
let exists: Set<string>;
let missing: Missing;
beforeEach(() => {
  clock = new Date('2026-11-23T12:00:00.000Z');
  asked = [];
  exists = new Set();
  missing = rememberMissing({ now: () => clock, mostKept: 3 });
});

const pass = (ms: number) => {
  clock = new Date(clock.getTime() + ms);
};
const find = (name: string) =>
  missing.find(name, async () => {
    asked.push(name);
    return exists.has(name) ? name : null;
  });

test('a missing name is looked up once in 30 seconds', async () => {
  expect([await find('a'), await find('a')]).toEqual([null, null]);
  pass(29_999);
  expect(await find('a')).toBeNull();
  expect(asked).toEqual(['a']);
  pass(1);
  await find('a');
  expect(asked).toEqual(['a', 'a']);
  // A clock that is set back doesn't extend the time.
  pass(-60_000);
  await find('a');
  expect(asked).toEqual(['a', 'a', 'a']);
});

test('an existing name is looked up each time', async () => {
  exists.add('a');
  expect([await find('a'), await find('a')]).toEqual(['a', 'a']);
  expect(asked).toEqual(['a', 'a']);
});

test('a new name is found at once, and after forgetAll every name is looked up again', async () => {
  await find('a');
  await find('b');
  exists.add('a').add('b');
  missing.forget('a');
  expect([await find('a'), await find('b')]).toEqual(['a', null]);
  missing.forgetAll();
  expect(await find('b')).toBe('b');
});

test.each([
  ['forget', () => missing.forget('a')],
  ['forgetAll', () => missing.forgetAll()],
])('a name created during its lookup is not remembered as missing, after %s', async (_how, forget) => {
  const found = missing.find('a', async () => {
    exists.add('a');
    forget();
    // Looked up before it existed.
    return null;
  });
  expect(await found).toBeNull();
  expect(await find('a')).toBe('a');
});

test('a failed lookup is not remembered', async () => {
  await expect(missing.find('a', () => Promise.reject(new Error('the database is away')))).rejects.toThrow();
  exists.add('a');
  expect(await find('a')).toBe('a');
});

test('a limited number is remembered, and the oldest are forgotten first', async () => {
  for (const name of ['a', 'b', 'c', 'd']) await find(name);
  asked = [];
  for (const name of ['d', 'c', 'b', 'a']) await find(name);
  expect(asked).toEqual(['a']);
});

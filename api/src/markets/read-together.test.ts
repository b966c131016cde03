import { beforeEach, expect, test } from 'vitest';
import { readTogether } from './read-together.ts';

/** The value to read, and the running readings in order. */
let standing: number;
let begun: { key: string; end: (error?: Error) => void }[];
let read: (key: string) => Promise<string>;
beforeEach(() => {
  standing = 1;
  begun = [];
  read = readTogether((key) => {
    const seen = `${key} ${standing}`;
    return new Promise((resolve, reject) => {
      begun.push({ key, end: (error) => (error === undefined ? resolve(seen) : reject(error)) });
    });
  });
});
/** Waits until resolved promises have been handled. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('a single call makes one reading', async () => {
  const asked = read('a');
  begun[0]?.end();
  expect(await asked).toBe('a 1');
});

test('a thousand concurrent calls make two readings', async () => {
  const all = Array.from({ length: 1000 }, () => read('a'));
  expect(begun).toHaveLength(1);
  begun[0]?.end();
  await settle();
  expect(begun).toHaveLength(2);
  begun[1]?.end();
  expect(new Set(await Promise.all(all))).toEqual(new Set(['a 1']));
});

test('no call gets a reading from before the call', async () => {
  const early = read('a');
  standing = 2;
  const late = read('a');
  begun[0]?.end();
  await settle();
  begun[1]?.end();
  expect([await early, await late]).toEqual(['a 1', 'a 2']);
  standing = 3;
  const latest = read('a');
  begun[2]?.end();
  expect(await latest).toBe('a 3');
});

test('one key does not wait for another', async () => {
  const asked = [read('a'), read('b')];
  expect(begun.map(({ key }) => key)).toEqual(['a', 'b']);
  for (const { end } of begun) end();
  expect(await Promise.all(asked)).toEqual(['a 1', 'b 1']);
});

test('a failed reading rejects only the calls that waited for it', async () => {
  const first = read('a');
  const second = read('a');
  const refused = expect(first).rejects.toThrow('no database');
  begun[0]?.end(new Error('no database'));
  await refused;
  await settle();
  begun[1]?.end();
  expect(await second).toBe('a 1');
});

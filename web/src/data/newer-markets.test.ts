import { aMarket } from '@tallystone/testkit/mock-api/a-market.ts';
import { describe, expect, test } from 'vitest';
import { newerMarket, newerMarkets } from './newer-markets.ts';

const [one, two] = [aMarket({ id: 'm_1', version: 5 }), aMarket({ id: 'm_2', version: 5 })];
const copy = <T>(value: T): T => structuredClone(value);

describe('a list that is read again', () => {
  test('keeps each unchanged market as the same object, at any position', () => {
    const after = newerMarkets([one, two], [copy(two), aMarket({ id: 'm_3' }), copy(one)]) as unknown[];
    expect(after[0]).toBe(two);
    expect(after[2]).toBe(one);
  });

  test('stays the same array if nothing changed', () => {
    const list = [one, two];
    expect(newerMarkets(list, copy(list))).toBe(list);
  });

  test('never takes a market back to an older version', () => {
    const old = { ...copy(one), version: 4, volume: 1 };
    const next = { ...copy(two), version: 6, volume: 2 };
    expect(newerMarkets([one, two], [old, next])).toEqual([one, next]);
  });

  test('takes different content at the same version', () => {
    const other = { ...copy(one), title: 'Will it snow?' };
    expect(newerMarkets([one], [other])).toEqual([other]);
  });

  test('drops markets that have left it', () => {
    expect(newerMarkets([one, two], [copy(two)])).toEqual([two]);
  });

  test("accepts anything at first, and data that isn't a list of markets", () => {
    expect(newerMarkets(undefined, [one])).toEqual([one]);
    expect(newerMarkets([one], { counts: 1 })).toEqual({ counts: 1 });
  });
});

describe('one market that is read again', () => {
  test('never goes back to an older version', () => {
    expect(newerMarket(one, { ...copy(one), version: 4 })).toBe(one);
    expect(newerMarket(one, { ...copy(one), version: 6 })).toMatchObject({ version: 6 });
    expect(newerMarket(one, copy(one))).toBe(one);
  });

  test('is replaced if the id differs', () => {
    expect(newerMarket(one, { ...two, version: 1 })).toMatchObject({ id: 'm_2', version: 1 });
  });
});

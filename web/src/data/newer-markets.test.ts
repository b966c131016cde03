import { aMarket } from '@tallystone/testkit/mock-api/a-market.ts';
import { describe, expect, test } from 'vitest';
import { newerMarket, newerMarkets } from './newer-markets.ts';

const [one, two] = [aMarket({ id: 'm_1', version: 5 }), aMarket({ id: 'm_2', version: 5 })];
const copy = <T>(value: T): T => structuredClone(value);

describe('a list that is read again', () => {
  test('keeps each market that did not change as the same object, wherever it stands', () => {
    const after = newerMarkets([one, two], [copy(two), aMarket({ id: 'm_3' }), copy(one)]) as unknown[];
    expect(after[0]).toBe(two);
    expect(after[2]).toBe(one);
  });

  test('is the very same when nothing changed', () => {
    const list = [one, two];
    expect(newerMarkets(list, copy(list))).toBe(list);
  });

  test('never takes a market back behind the version that was seen', () => {
    const old = { ...copy(one), version: 4, volume: 1 };
    const next = { ...copy(two), version: 6, volume: 2 };
    expect(newerMarkets([one, two], [old, next])).toEqual([one, next]);
  });

  test('takes another content at the same version', () => {
    const other = { ...copy(one), title: 'Will it snow?' };
    expect(newerMarkets([one], [other])).toEqual([other]);
  });

  test('lets go of what is not in it any more', () => {
    expect(newerMarkets([one, two], [copy(two)])).toEqual([two]);
  });

  test('may be anything at first, and something else than a list of markets', () => {
    expect(newerMarkets(undefined, [one])).toEqual([one]);
    expect(newerMarkets([one], { counts: 1 })).toEqual({ counts: 1 });
  });
});

describe('one market that is read again', () => {
  test('never goes back behind the version that was seen', () => {
    expect(newerMarket(one, { ...copy(one), version: 4 })).toBe(one);
    expect(newerMarket(one, { ...copy(one), version: 6 })).toMatchObject({ version: 6 });
    expect(newerMarket(one, copy(one))).toBe(one);
  });

  test('is another one under another id', () => {
    expect(newerMarket(one, { ...two, version: 1 })).toMatchObject({ id: 'm_2', version: 1 });
  });
});

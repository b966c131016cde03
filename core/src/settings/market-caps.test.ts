import { describe, expect, test } from 'vitest';
import { MARKET_GROUPS } from '../http-api/market-group.ts';
import { CAP_SETTINGS, capOf, everyGroupCap, withGroupCaps } from './market-caps.ts';

const GROUP_CAPS = Object.values(CAP_SETTINGS);
/** Each cap is its own name. */
const CAPS = {
  marketCap: 'marketCap',
  ...everyGroupCap(''),
  ...Object.fromEntries(GROUP_CAPS.map((name) => [name, name])),
};

describe('the cap of a market', () => {
  test.each(Object.entries(CAP_SETTINGS))('of the group %s is %s', (name, cap) => {
    const group = name as keyof typeof CAP_SETTINGS;
    expect(capOf(CAPS, { isMain: false, group })).toBe(cap);
    expect(capOf(CAPS, { isMain: true, group })).toBe('marketCap');
  });

  test('differs by group', () => {
    expect(Object.keys(CAP_SETTINGS)).toEqual([...MARKET_GROUPS]);
    expect(new Set(GROUP_CAPS).size).toBe(MARKET_GROUPS.length);
  });
});

test('every group has the same cap', () => {
  expect(everyGroupCap(500)).toEqual(Object.fromEntries(GROUP_CAPS.map((name) => [name, 500])));
});

describe('changes from before groups had caps', () => {
  test('change the cap of every group that there was', () => {
    const { playersCap: _, ...caps } = everyGroupCap(300);
    expect(withGroupCaps({ sideMarketCap: 300, marketCap: 900 })).toEqual({ ...caps, marketCap: 900 });
  });

  test('leave no trace where there are none', () => {
    expect(withGroupCaps({ totalsCap: 200, autoImport: true })).toEqual({ totalsCap: 200, autoImport: true });
    expect(withGroupCaps({})).toEqual({});
  });
});

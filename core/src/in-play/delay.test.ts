import { describe, expect, test } from 'vitest';
import { CATEGORY_TAXONOMY } from '../markets/category-taxonomy.ts';
import { DELAY_SECONDS, DELAYED_SPORTS, delayedSportOf, delaySetting, FIRST_DELAYS } from './delay.ts';

describe('the sport whose delay a market has', () => {
  test.each([
    ['soccer', 'Soccer'],
    ['basketball', 'Basketball'],
    ['tennis', 'Tennis'],
    ['hockey', 'Other'],
    ['football', 'Other'],
    ['a sport that is new', 'Other'],
    ['Soccer', 'Other'],
    ['', 'Other'],
  ])('of %o is %s', (subcategory, sport) => {
    expect(delayedSportOf(subcategory)).toBe(sport);
  });

  test('is found by subcategories that exist', () => {
    const sports = CATEGORY_TAXONOMY.flatMap(({ subcategories }) => subcategories.map(({ id }) => id));
    expect(new Set(sports.map(delayedSportOf))).toEqual(new Set(DELAYED_SPORTS));
  });
});

test('each sport has a setting of its own, 8 s at first and within the range', () => {
  expect(DELAYED_SPORTS.map(delaySetting).sort()).toEqual(Object.keys(FIRST_DELAYS).sort());
  expect(delaySetting('Tennis')).toBe('inPlayDelayTennis');
  expect(DELAY_SECONDS).toEqual({ min: 5, max: 60, first: 8 });
  expect(new Set(Object.values(FIRST_DELAYS))).toEqual(new Set([8]));
});

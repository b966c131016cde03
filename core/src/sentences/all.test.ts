import { expect, test } from 'vitest';
import { SENTENCES } from './all.ts';

test('no sentence has two codes', () => {
  const texts = Object.values<string>(SENTENCES);
  expect(texts.filter((text, place) => texts.indexOf(text) !== place)).toEqual([]);
});

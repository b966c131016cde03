import { expect, test } from 'vitest';
import { cutSearch, SEARCH_LIMIT, searchWords } from './search-words.ts';

test.each([
  ['', []],
  ['   ', []],
  ['Rain', ['rain']],
  ['  São   PAULO ', ['sao', 'paulo']],
  ['rain\u00a0Rain\train', ['rain']],
])('"%s" is searched as %j', (text, words) => {
  expect(searchWords(text)).toEqual(words);
});

test('ten thousand characters are cut before searching', () => {
  const text = 'a'.repeat(10_000);
  expect(cutSearch(text)).toHaveLength(SEARCH_LIMIT);
  expect(searchWords(text)).toEqual(['a'.repeat(SEARCH_LIMIT)]);
});

test('the number of words is limited', () => {
  const text = Array.from({ length: 50 }, (_, place) => String.fromCharCode(97 + (place % 26))).join(' ');
  expect(searchWords(text)).toHaveLength(10);
});

test("the cut doesn't split a character", () => {
  const text = `${'a'.repeat(SEARCH_LIMIT - 1)}😀`;
  expect(cutSearch(text)).toBe('a'.repeat(SEARCH_LIMIT - 1));
});

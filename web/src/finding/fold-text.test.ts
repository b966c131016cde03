import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldText } from './fold-text.ts';

test.each([
  ['Will it RAIN?', 'will it rain?'],
  ['São Paulo', 'sao paulo'],
  ['Atlético', 'atletico'],
  ['Łódź', 'lodz'],
  ['Tromsø', 'tromso'],
  ['Großer Preis', 'grosser preis'],
  ['İstanbul', 'istanbul'],
  ['ΟΔΥΣΣΕΥΣ', 'οδυσσευσ'],
  ['Ｆｕｌｌ ｗｉｄｔｈ', 'full width'],
  ['e\u0301', 'e'],
  ['한국', '한국'.normalize('NFKD')],
  ['', ''],
])('%s is searched as %s', (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

test('folding a text equals folding its characters one by one', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(foldText(text)).toBe([...text].map(foldText).join(''));
    }),
    { numRuns: 500 },
  );
});

test('folding twice changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(foldText(foldText(text))).toBe(foldText(text));
    }),
    { numRuns: 500 },
  );
});

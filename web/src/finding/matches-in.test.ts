import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldText } from './fold-text.ts';
import { matchesIn } from './matches-in.ts';
import { searchWords } from './search-words.ts';

/** The text with brackets around its matches. */
function marked(text: string, typed: string): string {
  let result = '';
  let place = 0;
  for (const [from, to] of matchesIn(text, searchWords(typed))) {
    result += `${text.slice(place, from)}[${text.slice(from, to)}]`;
    place = to;
  }
  return result + text.slice(place);
}

test.each([
  ['Will it rain?', 'RAIN', 'Will it [rain]?'],
  ['Will it rain?', 'w it', '[W]ill [it] rain?'],
  ['Will it rain?', '', 'Will it rain?'],
  ['Will it rain?', 'snow', 'Will it rain?'],
  ['Atlético São Paulo', 'atletico sao', '[Atlético] [São] Paulo'],
  ['Cafe\u0301 bar', 'cafe', '[Cafe\u0301] bar'],
  ['Großer Preis', 'grosser', '[Großer] Preis'],
  ['Straße', 's', '[S]tra[ß]e'],
  ['banana', 'ana nan', 'b[anana]'],
  ['👍 yes 👍', 'yes', '👍 [yes] 👍'],
  ['aaaa', 'aa', '[aaaa]'],
])('in "%s" the search "%s" marks %s', (text, typed, expected) => {
  expect(marked(text, typed)).toBe(expected);
});

test('every match contains a searched word, for any text', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'á', 'A', 'ß', 'e\u0301', ' ', '한', '😀') });
  fc.assert(
    fc.property(text, text, (where, typed) => {
      for (const [from, to] of matchesIn(where, searchWords(typed))) {
        const piece = foldText(where.slice(from, to));
        expect(searchWords(typed).some((word) => piece.includes(word))).toBe(true);
      }
    }),
  );
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wrapText } from './wrap-text.ts';

/** Fits lines of this many characters. */
const wrap = (text: string, { width, most = 3 }: { width: number; most?: number }) =>
  wrapText(text, { most, fits: (line) => [...line].length <= width });

describe('wrapText', () => {
  test.each<[string, number, number, string[]]>([
    ['rain in Bergen', 20, 3, ['rain in Bergen']],
    ['rain in Bergen', 8, 3, ['rain in', 'Bergen']],
    ['rain in Bergen tomorrow', 8, 2, ['rain in', 'Bergen…']],
    ['rain in Bergen tomorrow', 7, 3, ['rain in', 'Bergen', 'tomorr…']],
    ['unbelievable', 5, 3, ['unbel', 'ievab', 'le']],
    ['unbelievable', 5, 2, ['unbel', 'ieva…']],
    ['a unbelievable', 5, 4, ['a', 'unbel', 'ievab', 'le']],
    ['  spaces  around  ', 20, 2, ['spaces  around']],
    ['', 5, 2, []],
    ['word', 4, 1, ['word']],
    ['words', 4, 1, ['wor…']],
  ])('of %j in lines of %i, at most %i, makes %j', (text, width, most, lines) => {
    expect(wrap(text, { width, most })).toEqual(lines);
  });

  test('does not cut through a visible letter', () => {
    const family = '👨‍👩‍👧‍👦';
    const lines = wrapText(family.repeat(3), { most: 3, fits: (line) => line.length <= family.length });
    expect(lines).toEqual([family, family, family]);
  });

  test('ends even if not a single letter fits', () => {
    expect(wrapText('abc', { most: 2, fits: () => false })).toEqual(['a', '…']);
  });

  test('never makes too many or too long lines, and keeps the text in order', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 200 }).filter((text) => !text.includes('…')),
        fc.integer({ min: 20, max: 60 }),
        fc.integer({ min: 1, max: 4 }),
        (text, width, most) => {
          const lines = wrapText(text, { most, fits: (line) => line.length <= width });
          expect(lines.length).toBeLessThanOrEqual(most);
          const bare = (of: string) => of.replace(/\s/g, '');
          const whole = bare(text);
          const shown = bare(lines.join(''));
          if (shown.endsWith('…')) expect(whole.startsWith(shown.slice(0, -1))).toBe(true);
          else expect(shown).toBe(whole);
        },
      ),
    );
  });
});

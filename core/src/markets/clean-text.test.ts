import { runs } from '@tallystone/testkit/rules/runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanText } from './clean-text.ts';

describe('outside text', () => {
  test.each([
    ['  Who  wins?\r\n\tToday ', 'Who wins? Today'],
    ['Malmö', 'Malmö'],
    ['Malmo\u0308', 'Malmö'],
    ['o\u200d\u0308', 'ö'],
    ['\u202egnp.exe\u202c', 'gnp.exe'],
    ['a\u0000b\u0007c\u009fd', 'abcd'],
    ['\ufeffzero\u200bwidth\u2060', 'zerowidth'],
    ['tag\u{e0041}\u{e007f}', 'tag'],
    ['half \ud800 pair \udc00', 'half pair'],
    ['\ud83d\u200b\ude00', ''],
    ['private \ue000', 'private'],
    ['\u3164\u115f\uffa0\u2800', ''],
    ['x\ufe0fy\u{e0100}', 'xy'],
    ['Z\u0351\u0352\u0357\u0350algo', 'Z\u0351\u0352algo'],
    ['\u0301abc \u0302def', 'abc def'],
    ['<b>&amp; ünï 東京 🎾 العربية', '<b>&amp; ünï 東京 🎾 العربية'],
  ])('%j is stored as %j', (text, expected) => {
    expect(cleanText(text)).toBe(expected);
  });

  test('stays the same when cleaned again', () => {
    const parts = fc.array(
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 4 }),
        fc.constantFrom(
          '\u0301',
          '\u0323',
          '\u0345',
          '\u200d',
          '\u202e',
          ' ',
          '\n',
          '\u2800',
          'e',
          '\u1100',
          '\u1161',
          '\u3164',
        ),
      ),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(parts, (texts) => {
        const clean = cleanText(texts.join(''));
        expect(cleanText(clean)).toBe(clean);
        expect(clean.normalize('NFC')).toBe(clean);
        expect(clean).not.toMatch(/[\p{C}\p{Default_Ignorable_Code_Point}]|\s\s|\p{M}{3}/u);
      }),
      runs(2000),
    );
  });
});

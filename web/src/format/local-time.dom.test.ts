import { afterEach, expect, test } from 'vitest';
import { chooseLanguage } from '../texts/choose-language.ts';
import { clockText, dateText, dayText } from './local-time.ts';

afterEach(() => chooseLanguage('en'));

const first = (month: number) => new Date(2026, month, 5, 9, 7);

test('the clock has two digits each, from 00:00 on', () => {
  expect(clockText(first(0))).toBe('09:07');
  expect(clockText(new Date(2026, 0, 1, 0, 0).getTime())).toBe('00:00');
});

test.each(['en', 'es'] as const)(
  'every month is written as a formatter of %s writes it',
  async (language) => {
    await chooseLanguage(language);
    const formatter = new Intl.DateTimeFormat(language === 'en' ? 'en-US' : 'es-MX', {
      year: 'numeric',
      month: 'short',
      day: '2-digit',
    });
    for (let month = 0; month < 12; month += 1) {
      expect(dateText(first(month))).toBe(formatter.format(first(month)));
      expect(formatter.format(first(month))).toContain(dayText(first(month)));
    }
  },
);

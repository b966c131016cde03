import { expect, test } from 'vitest';
import { en } from './en.ts';
import { speakerOf } from './speak.ts';
import { textOf, withTexts } from './t.ts';

/** The English texts of each part that loads later, from the files that add them. */
const PARTS = import.meta.glob<Record<string, unknown>>('./t-*.ts', { eager: true });
const LATER = Object.values(PARTS).flatMap((part) =>
  Object.entries(part).flatMap(([name, areas]) =>
    name.startsWith('en') ? Object.entries(areas as Record<string, Record<string, string>>) : [],
  ),
);
const ALL: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ...en,
  ...Object.fromEntries(LATER),
};

/** Text from users may contain any syntax. */
const HOSTILE = '<b>{{name}}</b> $& $t(card.about) & "quotes"';
const COUNTS = [0, 1, 2, 5, 21, 1_000_000, 0.5, -1];

test('our own English lookup gives the same as i18next, for every text and count', () => {
  const byLibrary = speakerOf('en', ALL);
  const asked = Object.entries(ALL).flatMap(([area, texts]) =>
    Object.entries(texts).map(([name, text]) => ({
      key: `${area}.${name.replace(/_(?:one|other)$/, '')}`,
      name,
      text,
    })),
  );
  expect(asked.length).toBeGreaterThan(500);
  for (const { key, name, text } of asked) {
    const plural = /_(?:one|other)$/.test(name);
    const values = Object.fromEntries(
      [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, value = '']) => [value, HOSTILE] as const),
    );
    for (const count of plural ? COUNTS : [undefined]) {
      // The other plural form may take more values than this one.
      const given = plural ? { ...others(key), ...values, ...(count !== undefined && { count }) } : values;
      const asksNothing = !plural && Object.keys(given).length === 0;
      expect(textOf(key, asksNothing ? undefined : given)).toBe(
        byLibrary(key, asksNothing ? undefined : given),
      );
    }
  }
});

test('a text that is missing in another language is shown in English', () => {
  withTexts({ spoken: { only: 'Only in English' } });
  expect(textOf('spoken.only')).toBe('Only in English');
});

/** Values for all plural forms of a text. */
function others(key: string): Record<string, string> {
  const [area = '', name = ''] = key.split('.');
  const forms = `${ALL[area]?.[`${name}_one`] ?? ''} ${ALL[area]?.[`${name}_other`] ?? ''}`;
  return Object.fromEntries([...forms.matchAll(/\{\{(\w+)\}\}/g)].map(([, value = '']) => [value, HOSTILE]));
}

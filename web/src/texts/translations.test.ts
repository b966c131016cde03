import { describe, expect, test } from 'vitest';
import { en } from './en.ts';
import { es } from './es.ts';

/** The English texts of each part that loads later, from the files that add them. */
const PARTS = import.meta.glob<Record<string, unknown>>('./t-*.ts', { eager: true });
const LATER = Object.values(PARTS).flatMap((part) =>
  Object.entries(part).flatMap(([name, areas]) =>
    name.startsWith('en') ? Object.entries(areas as object) : [],
  ),
);
const ENGLISH: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ...Object.entries(en),
  ...LATER,
];
const SPANISH: Readonly<Record<string, Readonly<Record<string, string>> | undefined>> = es;

test('no two parts have an area of the same name, because the later one would replace the other', () => {
  const names = ENGLISH.map(([area]) => area);
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
});

test('Spanish has the areas that English has', () => {
  expect(Object.keys(SPANISH).sort()).toEqual(ENGLISH.map(([area]) => area).sort());
});

describe.each(ENGLISH)('%s', (area, texts) => {
  const spanish = SPANISH[area] ?? {};

  test('has the same names in Spanish, and no empty text', () => {
    expect(Object.keys(spanish).sort()).toEqual(Object.keys(texts).sort());
    expect(Object.entries(spanish).filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  test('takes the same values and marks in Spanish', () => {
    for (const [name, text] of Object.entries(texts)) {
      expect([name, ...partsOf(spanish[name] ?? '')]).toEqual([name, ...partsOf(text)]);
    }
  });

  test('has both forms of each plural', () => {
    const names = Object.keys(texts);
    const one = names.filter((name) => name.endsWith('_one')).map((name) => name.replace(/_one$/, ''));
    const other = names.filter((name) => name.endsWith('_other')).map((name) => name.replace(/_other$/, ''));
    expect(one.sort()).toEqual(other.sort());
  });
});

/** The values and marks of a text, sorted. Opening, closing and empty marks differ. */
function partsOf(text: string): string[] {
  return [...text.matchAll(/\{\{\w+\}\}|<\/?\w+\/?>/g)].map(([part]) => part).sort();
}

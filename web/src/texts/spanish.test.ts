import { SENTENCES } from '@tallystone/core/sentences/all';
import { expect, test } from 'vitest';
import { en } from './en.ts';
import { es } from './es.ts';
import { esReasons } from './es-reasons.ts';
import type { Areas } from './text-keys.ts';

const PARTS = import.meta.glob<Record<string, Areas>>('./t-*.ts', { eager: true });
const LATER = Object.values(PARTS).flatMap((part) =>
  Object.entries(part).flatMap(([name, areas]) => (name.startsWith('en') ? Object.entries(areas) : [])),
);
const ENGLISH: Areas = { ...en, ...Object.fromEntries(LATER), reasons: SENTENCES };
const SPANISH: Areas = { ...es, reasons: esReasons };

const EVERY = Object.entries(ENGLISH).flatMap(([area, texts]) =>
  Object.entries(texts).map(([name, english]) => ({
    key: `${area}.${name}`,
    english,
    spanish: SPANISH[area]?.[name] ?? '',
  })),
);

/** Texts that are the same in both languages, by the reason. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  'names of products, networks and formats': [
    'adminAnalytics.csv',
    'adminFrame.azuro',
    'taxonomy.altcoins',
    'taxonomy.bitcoin',
    'taxonomy.defi',
    'taxonomy.ethereum',
    'taxonomy.mma',
    'taxonomy.nft',
    'transparency.token',
  ],
  'the name of an invented team': ['landing.sampleOutcome'],
  'the same word in both': ['marketPage.otherSide', 'odds.decimal', 'odds.withDecimal'],
  'a value with its unit': ['adminSettings.inUsdc'],
};

test('no text is left in English', () => {
  const same = EVERY.filter(
    ({ english, spanish }) => english === spanish && /\p{L}{2}/u.test(withoutParts(english)),
  );
  expect(same.map(({ key }) => key).sort()).toEqual(Object.values(SAME).flat().sort());
});

test('each code of the server and core has the same facts in Spanish', () => {
  for (const { key, english, spanish } of EVERY.filter(({ key: name }) => name.startsWith('reasons.'))) {
    expect([key, ...valuesOf(spanish)]).toEqual([key, ...valuesOf(english)]);
  }
});

test('each sentence of the server and core has all its parts in Spanish', () => {
  const reasons = EVERY.filter(({ key }) => key.startsWith('reasons.'));
  const differ = reasons.filter(({ english, spanish }) => count(english, ';') !== count(spanish, ';'));
  expect(differ.map(({ key }) => key)).toEqual([]);
});

test('no two domains have the same code, because the later sentence would replace the other', () => {
  const domains = Object.values(
    import.meta.glob<Record<string, object>>('./es/reasons-*.ts', { eager: true }),
  );
  const codes = domains.flatMap((domain) => Object.values(domain).flatMap(Object.keys));
  expect(codes.sort()).toEqual(Object.keys(SENTENCES).sort());
});

test('a Spanish text begins and ends with a space exactly where the English one does', () => {
  const edges = (text: string) => [/^\s/.test(text), /\s$/.test(text)];
  expect(EVERY.filter(({ english, spanish }) => `${edges(english)}` !== `${edges(spanish)}`)).toEqual([]);
});

test('Spanish texts use « » for quotes and open each question with ¿', () => {
  expect(EVERY.filter(({ spanish }) => /[“”]|"/.test(spanish)).map(({ key }) => key)).toEqual([]);
  const asks = EVERY.filter(({ spanish }) => count(spanish, '?') !== count(spanish, '¿'));
  expect(asks.map(({ key }) => key)).toEqual([]);
});

test('Spanish texts address users as tú, never as usted', () => {
  const formal =
    /(?<!\p{L})(?:usted|ustedes|vuestr[oa]s?|Introduzca|Escriba|Revise|Inténtelo|Elija|Firme)(?!\p{L})/u;
  expect(EVERY.filter(({ spanish }) => formal.test(spanish)).map(({ key }) => key)).toEqual([]);
});

function withoutParts(text: string): string {
  return text.replace(/\{\{[\w:]+\}\}|<\/?\w+\/?>/g, '');
}

function valuesOf(text: string): string[] {
  return [...text.matchAll(/\{\{[\w:]+\}\}/g)].map(([value]) => value).sort();
}

function count(text: string, sign: string): number {
  return text.split(sign).length - 1;
}

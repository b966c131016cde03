import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ratioRow } from './ratio-row.ts';

const asked = { what: 'an answer', against: 'a bare answer', most: 4 };

test('a row shows the ratio before its times', () => {
  const row = ratioRow({ ...asked, ms: 30, baseMs: 12, more: ', once' });
  expect(row).toEqual({
    what: 'an answer',
    bar: 'at most 4 times a bare answer',
    measured: '2.5 times: 30.0 ms against 12.0 ms, once',
    ok: true,
  });
});

test('a ratio above its bar fails, and so does a missing measurement', () => {
  expect(ratioRow({ ...asked, ms: 49, baseMs: 12 }).ok).toBe(false);
  expect(ratioRow({ ...asked, ms: 30, baseMs: Number.NaN }).ok).toBe(false);
  expect(ratioRow({ ...asked, ms: Number.NaN, baseMs: 12 }).ok).toBe(false);
});

test('no timing of a proof has a bar in seconds, which another machine misses', () => {
  const programs = ['.', 'prove'].flatMap((folder) =>
    readdirSync(join(import.meta.dirname, folder)).map((name) => join(folder, name)),
  );
  const bars = programs
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .flatMap((name) => {
      const source = readFileSync(join(import.meta.dirname, name), 'utf8');
      // The bar follows the measurement, within the row.
      const rows = source.matchAll(/\btiming\(\{\s+what:[^;]*?\n\s+bar: ([^\n]*)/g);
      return [...rows].map(([, bar = '']) => `${name}: ${bar}`);
    });
  expect(bars.length).toBeGreaterThan(5);
  expect(bars.filter((bar) => /(?:[\d}]|\b) ?(?:ms|s|seconds)\b/.test(bar))).toEqual([]);
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const API = join(import.meta.dirname, '../api/src');

/** A type that is only asserted of rows: as an argument, or by a cast of what a statement answers. */
const ASSERTS = /\brows<(?!C\b)|\.execute<|\.execute\((?:(?!;\n)[\s\S])*?\)\) as [{A-Zu]/;

test('every row is read by columns that are declared and checked', () => {
  const asserting = readdirSync(API, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && ASSERTS.test(readFileSync(join(API, name), 'utf8')))
    .sort();
  expect(asserting).toEqual(['db/rows.ts']);
});

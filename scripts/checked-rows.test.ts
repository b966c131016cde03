import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const API = join(import.meta.dirname, '../api/src');

/** A row type that is only asserted: as a type argument, or by a cast of a statement's result. */
const ASSERTS = /\brows<(?!C\b)|\.execute<|\.execute\((?:(?!;\n)[\s\S])*?\)\) as [{A-Zu]/;

test('every row is read with declared and checked columns', () => {
  const asserting = readdirSync(API, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && ASSERTS.test(readFileSync(join(API, name), 'utf8')))
    .sort();
  expect(asserting).toEqual(['db/rows.ts']);
});

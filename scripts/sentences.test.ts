import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SENTENCES } from '@tallystone/core/sentences/all';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
/** Product code that sends sentences. */
const SOURCE = ['api/src', 'core/src']
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  .filter((name) => /(?<!\.test)\.ts$/.test(name) && !name.startsWith('core/src/sentences'))
  .map((name) => readFileSync(join(ROOT, name), 'utf8'))
  .join('\n');

/** Codes that are put together, such as `review-${review}`. */
const PATTERNS = [...SOURCE.matchAll(/`([a-z-]*)\$\{[^}]+\}([a-z-]*)`/g)]
  .map(([, before = '', after = '']) => [before, after] as const)
  .filter(([before, after]) => /[a-z]-$/.test(before) || /^-[a-z]/.test(after));

test('every sentence is sent by its code', () => {
  const unsent = Object.keys(SENTENCES).filter(
    (code) =>
      !new RegExp(`(?<![\\w-])${code}(?![\\w-])`).test(SOURCE) &&
      !PATTERNS.some(([before, after]) => code.startsWith(before) && code.endsWith(after)),
  );
  expect(unsent).toEqual([]);
});

// The page would show a plain string in English to everyone.
test('no sentence is sent as a plain string beside its code', () => {
  const repeated = Object.values<string>(SENTENCES).filter(
    (text) =>
      text.endsWith('.') && ["'", '"', '`'].some((quote) => SOURCE.includes(`${quote}${text}${quote}`)),
  );
  expect(repeated).toEqual([]);
});

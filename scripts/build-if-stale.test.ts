import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashSources } from './build-if-stale.mjs';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tallystone-sources-'));
  for (const folder of ['core/src', 'api/src/betting', 'web/src'])
    mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, 'core/src/ids.ts'), 'one');
  writeFileSync(join(root, 'package-lock.json'), '{}');
});

afterEach(() => rmSync(root, { recursive: true }));

test('the same sources have the same fingerprint', () => {
  expect(hashSources(root)).toBe(hashSources(root));
});

test.each<[string, () => void]>([
  ['a changed file', () => writeFileSync(join(root, 'core/src/ids.ts'), 'two')],
  ['a new file', () => writeFileSync(join(root, 'api/src/betting/place-bets.ts'), '')],
  ['a removed file', () => rmSync(join(root, 'core/src/ids.ts'))],
  ['a renamed file', () => renameSync(join(root, 'core/src/ids.ts'), join(root, 'core/src/names.ts'))],
  ['a moved file', () => renameSync(join(root, 'core/src/ids.ts'), join(root, 'web/src/ids.ts'))],
  ['changed dependencies', () => writeFileSync(join(root, 'package-lock.json'), '{"packages":{}}')],
])('%s changes it', (_, change) => {
  const before = hashSources(root);
  change();
  expect(hashSources(root)).not.toBe(before);
});

test('tests and installed packages don’t count', () => {
  const before = hashSources(root);
  writeFileSync(join(root, 'core/src/ids.test.ts'), 'one');
  mkdirSync(join(root, 'web/src/node_modules'));
  expect(hashSources(root)).toBe(before);
});

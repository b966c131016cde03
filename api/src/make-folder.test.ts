import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeFolder } from './make-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'tallystone-make-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('makes a folder and those above it for its owner only, and leaves an existing one unchanged', () => {
  const path = join(folder, 'a/b/c');
  for (let i = 0; i < 2; i++) makeFolder(path);
  expect(statSync(path).mode & 0o777).toBe(0o700);
});

test('a file in its place, or above it, is an error', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(() => makeFolder(file)).toThrow('EEXIST');
  expect(() => makeFolder(join(file, 'below'))).toThrow('ENOTDIR');
});

test('fails at once where the system makes no folders', () => {
  expect(() => makeFolder('/proc/tallystone/data')).toThrow(/mkdir '.proc/);
});

import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { whyInstall } from './install-if-needed.mjs';

const LOCKED = {
  '': { version: '0.1.0' },
  core: { version: '0.1.0' },
  'node_modules/@tallystone/core': { link: true },
  'node_modules/zod': { version: '4.0.0' },
  'node_modules/@b/darwin-arm64': { version: '1.0.0', optional: true },
  'node_modules/left-over': { version: '1.0.0', extraneous: true },
};
const LOCK = JSON.stringify({ packages: LOCKED });
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tallystone-install-'));
  writeFileSync(join(root, 'package-lock.json'), LOCK);
});

afterEach(() => rmSync(root, { recursive: true }));

test('a fresh clone installs', () => {
  expect(whyInstall(root)).toBe('first run');
});

test('packages from this lock aren’t reinstalled, with or without optional ones of other platforms', () => {
  installed({ 'node_modules/zod': { version: '4.0.0' } });
  expect(whyInstall(root)).toBeUndefined();
});

test.each([
  ['another version', { 'node_modules/zod': { version: '3.0.0' } }],
  ['a package not installed yet', {}],
])('%s causes an install and is named', (_, packages) => {
  installed(packages);
  expect(whyInstall(root)).toBe('zod is new or changed');
});

test('an install from this exact lock isn’t repeated, whatever npm omitted', () => {
  installed({});
  writeFileSync(
    join(root, 'node_modules/.tallystone-installed'),
    createHash('sha256').update(LOCK).digest('hex'),
  );
  expect(whyInstall(root)).toBeUndefined();
});

function installed(packages: object) {
  mkdirSync(join(root, 'node_modules'));
  writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages }));
}

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildVersion } from './build-version.mjs';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tallystone-version-'));
  writeFileSync(join(root, 'package.json'), '{"version":"1.2.3"}');
});
afterEach(() => rmSync(root, { recursive: true }));

const commitAll = () => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: root });
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'One');
};

test('outside git it is the version in package.json', () => {
  expect(buildVersion(root)).toBe('1.2.3');
});

test('outside git it also names the commit that is given', () => {
  vi.stubEnv('TALLYSTONE_COMMIT', '0123456789');
  expect(buildVersion(root)).toBe('1.2.3+0123456789');
  vi.unstubAllEnvs();
});

test('in git it names the commit and marks uncommitted changes', () => {
  commitAll();
  expect(buildVersion(root)).toMatch(/^1\.2\.3\+[0-9a-f]{10}$/);
  writeFileSync(join(root, 'new.ts'), '');
  expect(buildVersion(root)).toMatch(/^1\.2\.3\+[0-9a-f]{10}\.changed$/);
});

test("another repository's commit isn't used", () => {
  commitAll();
  const inside = join(root, 'unpacked');
  mkdirSync(inside);
  writeFileSync(join(inside, 'package.json'), '{"version":"1.2.3"}');
  expect(buildVersion(inside)).toBe('1.2.3');
});

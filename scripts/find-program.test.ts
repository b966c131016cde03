import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findProgram, installByApt } from './find-program.mjs';

let folder: string;
const onLinux = test.runIf(process.platform === 'linux');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'find-program-'));
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

test('a program on the path is found', () => {
  const path = addProgram('our-proxy', '');
  expect(findProgram('our-proxy', { mayInstall: false })).toBe(path);
});

onLinux('a program where servers are is found even if the path lacks that folder', () => {
  vi.stubEnv('PATH', folder);
  // Every Linux has this one there.
  expect(findProgram('ldconfig', { mayInstall: false })).toMatch(/sbin\/ldconfig$/);
});

test('a file that is no program is not taken', () => {
  writeFileSync(join(folder, 'our-proxy'), 'text');
  expect(() => findProgram('our-proxy', { mayInstall: false })).toThrow(
    'The program our-proxy was not found',
  );
});

test('a missing program is reported in one sentence that names the package', () => {
  expect(() => findProgram('our-proxy', { package: 'proxies', mayInstall: false })).toThrow(
    /^The program our-proxy was not found: install it .*apt-get install proxies\).*\.$/,
  );
});

onLinux('apt-get installs the first package that exists, while services must not start', () => {
  const policy = join(folder, 'policy-rc.d');
  // Notes what a package's script would be told about starting a service.
  addProgram(
    'apt-get',
    `echo "$*" >>${folder}/calls
[ "$1" != install ] || { ${policy}; echo "policy $?" >>${folder}/calls; }
[ "$5" != missing ]`,
  );
  expect(installByApt(['missing', 'present', 'other'], { policy, isRoot: true })).toBe(true);
  expect(readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n')).toEqual([
    '--version',
    'update -qq',
    'install -y -qq --no-install-recommends missing',
    'policy 101',
    'install -y -qq --no-install-recommends present',
    'policy 101',
  ]);
  expect(existsSync(policy)).toBe(false);
});

onLinux('a policy that the system has already stays', () => {
  const policy = addProgram('policy-rc.d', 'exit 101');
  addProgram('apt-get', '');
  expect(installByApt(['present'], { policy, isRoot: true })).toBe(true);
  expect(existsSync(policy)).toBe(true);
});

onLinux('nothing is installed without root, and a failure of apt-get is no success', () => {
  addProgram('apt-get', '[ "$1" = --version ]');
  const policy = join(folder, 'policy-rc.d');
  expect(installByApt(['present'], { policy, isRoot: false })).toBe(false);
  expect(installByApt(['present'], { policy, isRoot: true })).toBe(false);
  expect(existsSync(policy)).toBe(false);
});

function addProgram(name: string, script: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

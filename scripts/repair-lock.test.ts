import { expect, test } from 'vitest';
import { repairLock } from './repair-lock.mjs';

const BUNDLER = {
  version: '1.2.3',
  dev: true,
  optionalDependencies: { '@b/linux-x64-gnu': '1.2.3', '@b/darwin-arm64': '1.2.3' },
};

test('a missing platform package is added only for its platform', () => {
  const lock = {
    packages: {
      '': { version: '0.1.0' },
      'node_modules/@b/linux-x64-gnu': { version: '1.2.3', os: ['linux'], cpu: ['x64'] },
      'node_modules/bundler': BUNDLER,
    },
  };
  expect(repairLock(lock)).toEqual(['node_modules/@b/darwin-arm64']);
  expect(lock.packages).toMatchObject({
    'node_modules/@b/darwin-arm64': {
      version: '1.2.3',
      os: ['darwin'],
      cpu: ['arm64'],
      dev: true,
      optional: true,
    },
  });
  expect(Object.keys(lock.packages)).toEqual([
    '',
    'node_modules/@b/darwin-arm64',
    'node_modules/@b/linux-x64-gnu',
    'node_modules/bundler',
  ]);
});

test('a processor’s other name is known too', () => {
  const tool = { version: '1.7.1', optionalDependencies: { '@tool/tool-darwin-amd64': '1.7.1' } };
  const lock = { packages: { 'node_modules/@tool/tool': tool } };
  repairLock(lock);
  expect(lock.packages).toMatchObject({
    'node_modules/@tool/tool-darwin-amd64': { os: ['darwin'], cpu: ['x64'] },
  });
});

test('a second repair changes nothing', () => {
  const lock = { packages: { 'node_modules/bundler': BUNDLER } };
  repairLock(lock);
  const once = JSON.stringify(lock);
  expect(repairLock(lock)).toEqual([]);
  expect(JSON.stringify(lock)).toBe(once);
});

test.each([
  ['@b/linux-arm-musleabihf', { os: ['linux'], cpu: ['arm'], libc: ['musl'] }],
  ['@b/linux-s390x-gnu', { os: ['linux'], cpu: ['s390x'], libc: ['glibc'] }],
  ['@b/linux-x64', { os: ['linux'], cpu: ['x64'] }],
  ['@b/win32-arm64-msvc', { os: ['win32'], cpu: ['arm64'] }],
  ['@b/wasm32-wasi', { cpu: ['wasm32'] }],
])('%s is recognised as a package for %o', (name, platform) => {
  const lock = {
    packages: { 'node_modules/p': { version: '1.0.0', optionalDependencies: { [name]: '1.0.0' } } },
  };
  repairLock(lock);
  expect(lock.packages).toMatchObject({
    [`node_modules/${name}`]: { version: '1.0.0', ...platform, optional: true },
  });
});

test('with another version at the top, the needed one goes next to the package that needs it', () => {
  const lock = {
    packages: {
      'node_modules/@b/linux-x64-gnu': { version: '2.0.0' },
      'node_modules/old': { version: '1.0.0', optionalDependencies: { '@b/linux-x64-gnu': '1.0.0' } },
    },
  };
  expect(repairLock(lock)).toEqual(['node_modules/old/node_modules/@b/linux-x64-gnu']);
});

test('packages that nothing needs are removed', () => {
  const lock = {
    packages: {
      'node_modules/a': { version: '1.0.0' },
      'node_modules/b': { version: '1.0.0', extraneous: true },
    },
  };
  repairLock(lock);
  expect(lock.packages).toEqual({ 'node_modules/a': { version: '1.0.0' } });
});

test('no registry URL stays in the lock', () => {
  const lock = {
    packages: {
      'node_modules/a': { version: '1.0.0', resolved: 'https://registry.example/a.tgz' },
      'node_modules/core': { resolved: 'core', link: true },
    },
  };
  repairLock(lock);
  expect(lock.packages).toEqual({
    'node_modules/a': { version: '1.0.0' },
    'node_modules/core': { resolved: 'core', link: true },
  });
});

test('a package missing for another reason isn’t hidden', () => {
  const wanting = (name: string, version: string) => ({
    packages: { 'node_modules/p': { version: '1.0.0', optionalDependencies: { [name]: version } } },
  });
  expect(() => repairLock(wanting('left-pad', '1.0.0'))).toThrow('does not say for which platform');
  expect(() => repairLock(wanting('@b/linux-x64', '^1.0.0'))).toThrow('expected one exact version');
});

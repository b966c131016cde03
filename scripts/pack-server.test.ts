import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PACKAGES_AT_RUN_TIME } from './build-server.mjs';
import { packagesAtRunTime, packServer } from './pack-server.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'pack-server-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function addFile(path: string, text = '{}'): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

test('only packages that the bundles leave out are packed, with their own dependencies', () => {
  const names = packagesAtRunTime(ROOT).map((folder) => relative(join(ROOT, 'node_modules'), folder));
  expect(names).toEqual(
    expect.arrayContaining(['pino', 'sonic-boom', 'swagger-ui-dist', 'secp256k1', 'elliptic']),
  );
  for (const name of ['viem', 'fastify', 'pg', 'rolldown', 'vite', 'react'])
    expect(names).not.toContain(name);
});

test('what a server needs is copied, from where Node would find it, and nothing else', () => {
  for (const path of [
    'api/dist/main.mjs',
    'api/src/main.ts',
    'web/dist/index.html',
    'LICENSE',
    '.git/config',
  ])
    addFile(path);
  for (const name of PACKAGES_AT_RUN_TIME) addFile(`node_modules/${name}/package.json`);
  addFile(
    'node_modules/pino/package.json',
    '{"dependencies":{"deep":"1","shared":"1"},"optionalDependencies":{"other-system":"1"}}',
  );
  addFile('node_modules/pino/node_modules/deep/package.json');
  addFile('node_modules/pino/node_modules/tool/package.json');
  addFile('node_modules/pino/pino.js.map');
  addFile('node_modules/shared/package.json');
  addFile('node_modules/build-tool/package.json');
  const out = join(root, 'out');
  packServer(root, out);
  const has = (path: string) => existsSync(join(out, path));
  expect(
    [
      'api/dist/main.mjs',
      'web/dist/index.html',
      'LICENSE',
      'node_modules/pino/package.json',
      'node_modules/pino/node_modules/deep/package.json',
      'node_modules/shared/package.json',
    ].filter((path) => !has(path)),
  ).toEqual([]);
  expect(
    [
      'api/src',
      '.git',
      'node_modules/build-tool',
      'node_modules/pino/node_modules/tool',
      'node_modules/pino/pino.js.map',
      'node_modules/other-system',
    ].filter(has),
  ).toEqual([]);
});

test('a package that is missing is named', () => {
  addFile('api/dist/main.mjs');
  expect(() => packagesAtRunTime(root)).toThrow(/is not installed: run npm ci/);
});

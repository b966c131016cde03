import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { billOfMaterials } from './sbom.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => JSON.parse(readFileSync(`${root}/${path}`, 'utf8'));
const listed = billOfMaterials(read('package.json'), read('package-lock.json')).components.map(({ purl }) =>
  decodeURIComponent(purl),
);

test.each(['core', 'api', 'web'])('lists what %s needs, at its version', (workspace) => {
  const needed = Object.entries<string>(read(`${workspace}/package.json`).dependencies).filter(
    ([name]) => !name.startsWith('@tallystone/'),
  );
  expect(listed).toEqual(
    expect.arrayContaining(needed.map(([name, version]) => `pkg:npm/${name}@${version}`)),
  );
});

test.each(['vitest', 'knip', '@biomejs/biome', 'rolldown'])('leaves out %s, a tool', (tool) => {
  expect(read('package.json').devDependencies).toHaveProperty([tool]);
  expect(listed.filter((purl) => purl.startsWith(`pkg:npm/${tool}@`))).toEqual([]);
});

test('names version, licence and hash of a package', () => {
  const packages = {
    'node_modules/a/node_modules/@b/c': { version: '1.2.3', license: 'MIT', integrity: 'sha512-AAEC' },
    'node_modules/d': { version: '1.0.0', dev: true },
    'node_modules/@tallystone/core': { link: true },
    core: { version: '0.1.0' },
  };
  expect(billOfMaterials({ name: 'x', version: '4.5.6' }, { packages })).toMatchObject({
    metadata: { component: { name: 'x', version: '4.5.6' } },
    components: [
      {
        name: '@b/c',
        version: '1.2.3',
        purl: 'pkg:npm/%40b/c@1.2.3',
        hashes: [{ alg: 'SHA-512', content: '000102' }],
        licenses: [{ expression: 'MIT' }],
      },
    ],
  });
});

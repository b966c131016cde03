import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * What a deployment installs, as CycloneDX 1.5: every locked package except development tools. npm's own `npm sbom`
 * omits packages that workspaces share, such as `react` and `pg`.
 *
 * @param {{ name: string, version: string }} product
 * @param {{ packages: Record<string, LockEntry> }} lock parsed package-lock.json
 *
 * @typedef {{ name?: string, version?: string, integrity?: string, license?: string, link?: boolean, dev?: boolean, optional?: boolean }} LockEntry
 */
export function billOfMaterials(product, lock) {
  const components = new Map();
  for (const [path, entry] of Object.entries(lock.packages)) {
    const place = path.lastIndexOf('node_modules/');
    if (place < 0 || entry.link || entry.dev) continue;
    const name = entry.name ?? path.slice(place + 'node_modules/'.length);
    const purl = `pkg:npm/${name.replace('@', '%40')}@${entry.version}`;
    const [, sha512] = /^sha512-(\S+)$/.exec(entry.integrity ?? '') ?? [];
    components.set(purl, {
      type: 'library',
      'bom-ref': purl,
      name,
      version: entry.version,
      purl,
      scope: entry.optional ? 'optional' : 'required',
      ...(sha512 && { hashes: [{ alg: 'SHA-512', content: Buffer.from(sha512, 'base64').toString('hex') }] }),
      ...(entry.license && { licenses: [{ expression: entry.license }] }),
    });
  }
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', name: product.name, version: product.version } },
    components: [...components.values()],
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const read = (name) => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'));
  console.log(JSON.stringify(billOfMaterials(read('package.json'), read('package-lock.json')), null, 2));
}

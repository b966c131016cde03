import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * The path of a package's program, to run with this Node. Running it directly, without npx or a shell, leaves one
 * process to signal: a stopped wrapper would leave its child holding the port.
 *
 * @param {string} name of the package, e.g. `vite`
 * @param {string} [from] file or folder of the workspace that depends on it
 * @param {string} [program] when the package has several
 */
export function packageBin(name, from = import.meta.url, program = name.replace(/^@[^/]+\//, '')) {
  const require = createRequire(from);
  for (const folder of require.resolve.paths(name) ?? []) {
    const manifestPath = join(folder, name, 'package.json');
    let manifest;
    try {
      manifest = JSON.parse(readFileSync(manifestPath, 'utf8'));
    } catch (error) {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') continue;
      throw error;
    }
    const bin = typeof manifest.bin === 'string' ? manifest.bin : manifest.bin?.[program];
    if (bin === undefined) throw new Error(`${name} has no program "${program}"`);
    return join(dirname(manifestPath), bin);
  }
  throw new Error(`${name} is not installed: run npm ci`);
}

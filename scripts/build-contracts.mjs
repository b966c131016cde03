import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runForge } from './forge.mjs';

/** The build's inputs: sources, compiler settings, and the imported packages. */
const SOURCES = ['contracts/src', 'contracts/foundry.toml', 'contracts/solc.mjs', 'package-lock.json'];
const OUTPUTS = ['BetEscrow', 'UsdcLookAlike'].map((name) => `contracts/out/${name}.sol/${name}.json`);
const STAMP = '.tallystone/contracts.txt';

/**
 * Builds the contracts if their sources changed since the last build. Downloads nothing.
 *
 * @param {string} root folder of the repository
 * @returns {Promise<boolean>} whether it built
 */
export async function buildContractsIfStale(root) {
  const sources = hashSources(root);
  const stamp = join(root, STAMP);
  const isBuilt = OUTPUTS.every((output) => existsSync(join(root, output)));
  if (isBuilt && existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return false;
  const { code, output } = await runForge(['build', 'contracts/src'], { cwd: root, keepOutput: 'all' });
  if (code !== 0) throw new Error(`The contracts do not build:\n${output.trim()}`);
  mkdirSync(join(root, '.tallystone'), { recursive: true });
  writeFileSync(stamp, sources);
  return true;
}

function hashSources(root) {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    const names = source.endsWith('/src')
      ? readdirSync(join(root, source), { recursive: true, encoding: 'utf8' })
          .filter((name) => name.endsWith('.sol'))
          .sort()
          .map((name) => `${source}/${name}`)
      : [source];
    for (const name of names) {
      const content = readFileSync(join(root, name));
      // Lengths prevent two neighbouring files from hashing like a different pair.
      hash.update(`${name}\n${content.length}\n`).update(content);
    }
  }
  return hash.digest('hex');
}

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The inputs of the server and web builds. Tests are excluded: changing one must not trigger a build. */
const SOURCES = [
  'core/src',
  'core/package.json',
  'api/src',
  'api/package.json',
  'web/src',
  'web/public',
  'web/index.html',
  'web/package.json',
  'web/vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'scripts/build.mjs',
  'scripts/build-first-view.mjs',
  'scripts/build-server.mjs',
  'scripts/build-version.mjs',
  'scripts/build-worker.mjs',
];
const OUTPUTS = ['api/dist/main.mjs', 'web/dist/index.html', 'web/dist/worker.js'];
const STAMP = '.tallystone/build.txt';

/**
 * Builds server and web app if their sources changed since the last build.
 *
 * @param {string} root folder of the repository
 * @returns {Promise<boolean>} whether it built
 */
export async function buildIfStale(root) {
  const sources = hashSources(root);
  if (!isStale(root, sources)) return false;
  const { build } = await import('./build.mjs');
  await build(root);
  mkdirSync(join(root, '.tallystone'), { recursive: true });
  writeFileSync(join(root, STAMP), sources);
  return true;
}

function isStale(root, sources) {
  if (OUTPUTS.some((output) => !existsSync(join(root, output)))) return true;
  const stamp = join(root, STAMP);
  return !existsSync(stamp) || readFileSync(stamp, 'utf8') !== sources;
}

/**
 * A fingerprint of everything the build reads, plus more paths on request.
 *
 * @param {string} root
 * @param {string[]} [more] files or folders below the root
 * @returns {string} hex
 */
export function hashSources(root, more = []) {
  const hash = createHash('sha256');
  for (const source of [...SOURCES, ...more]) addPath(hash, root, source);
  return hash.digest('hex');
}

function addPath(hash, root, path) {
  const entries = listFolder(join(root, path));
  if (entries === 'absent') return;
  if (entries === 'file') {
    const content = readFileSync(join(root, path));
    // Lengths prevent two neighbouring files from hashing like a different pair.
    hash.update(`${path}\n${content.length}\n`).update(content);
    return;
  }
  for (const name of entries) {
    if (name === 'node_modules' || /\.test\.tsx?$/.test(name)) continue;
    addPath(hash, root, `${path}/${name}`);
  }
}

function listFolder(path) {
  try {
    return readdirSync(path).sort();
  } catch (error) {
    if (error.code === 'ENOTDIR') return 'file';
    if (error.code === 'ENOENT') return 'absent';
    throw error;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    if (!(await buildIfStale(fileURLToPath(new URL('..', import.meta.url)))))
      console.log('The build is up to date.');
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}

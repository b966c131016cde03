import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PACKAGES_AT_RUN_TIME } from './build-server.mjs';

/** What the bundles don't contain, besides the packages. */
const FILES = ['api/dist', 'web/dist', 'LICENSE'];

/**
 * Copies what a built server needs to run into a folder: the bundles, the web app, and the few packages that stay
 * outside of the bundles, with their own dependencies.
 *
 * @param {string} root folder of the repository, built and installed
 * @param {string} out a folder that is created
 */
export function packServer(root, out) {
  mkdirSync(out, { recursive: true });
  for (const path of FILES) cpSync(join(root, path), join(out, path), { recursive: true });
  for (const folder of packagesAtRunTime(root))
    cpSync(folder, join(out, relative(root, folder)), { recursive: true, filter: isNeeded });
}

/** The folders of the packages with those that they depend on, as far as this system has them. */
export function packagesAtRunTime(root) {
  const found = new Set(PACKAGES_AT_RUN_TIME.map((name) => requireFolder(join(root, 'api'), name)));
  for (const folder of found) {
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    for (const name of Object.keys(manifest.dependencies ?? {})) found.add(requireFolder(folder, name));
    for (const name of Object.keys(manifest.optionalDependencies ?? {})) {
      // Binaries for other systems are not installed.
      const optional = findFolder(folder, name);
      if (optional !== undefined) found.add(optional);
    }
  }
  return [...found].sort();
}

function requireFolder(from, name) {
  const folder = findFolder(from, name);
  if (folder === undefined) throw new Error(`${name}, which ${from} needs, is not installed: run npm ci`);
  return folder;
}

/** As Node looks for packages: in node_modules of the folder, then of each folder above it. */
function findFolder(from, name) {
  for (let at = from; ; at = dirname(at)) {
    const folder = join(at, 'node_modules', name);
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (at === dirname(at)) return undefined;
  }
}

/** Packages inside a package are copied only if they are needed themselves. Source maps of packages are not. */
const isNeeded = (path) =>
  !/\.map$/.test(path) && !/node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+[\\/]node_modules$/.test(path);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [out] = process.argv.slice(2);
  if (out === undefined) throw new Error('node scripts/pack-server.mjs <folder>');
  packServer(fileURLToPath(new URL('..', import.meta.url)), resolve(out));
}

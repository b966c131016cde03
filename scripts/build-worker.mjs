import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

/** Marks the place of the build's version in the page. */
const VERSION_MARK = '__APP_VERSION__';
/** Chunks that every page loads right after drawing, by their names: `stream` is a group of web/vite.config.ts. */
const SOON = ['stream', 'announce-practice-wallets'];
/** Only for admins and guardians, so devices don't cache them. */
const NOT_KEPT = ['src/screens/admin.tsx', 'src/screens/guardian.tsx'];

/**
 * Stamps a built web app with its version and adds the worker that caches this version on devices.
 *
 * @param {string} web folder of the web app's sources
 * @param {string} out its build folder
 */
export async function buildWorker(web, out) {
  const manifestPath = join(out, '.vite/manifest.json');
  const manifest = JSON.parse(readFileSync(manifestPath, 'utf8'));
  // Only the build needs it.
  rmSync(join(out, '.vite'), { recursive: true });

  const pagePath = join(out, 'index.html');
  const page = readFileSync(pagePath, 'utf8');
  if (!page.includes(VERSION_MARK)) throw new Error(`web/index.html lacks ${VERSION_MARK}`);
  const version = versionOf(page, out);
  writeFileSync(pagePath, page.replaceAll(VERSION_MARK, version));
  await bundle(web, out, { version, ...filesToKeep(manifest, page) });
}

/** A hash of the page and of its files' names, which change with their content. */
function versionOf(page, out) {
  const names = readdirSync(join(out, 'assets')).filter((name) => !name.endsWith('.map'));
  return createHash('sha256')
    .update([page, ...names.sort()].join('\n'))
    .digest('hex')
    .slice(0, 16);
}

/**
 * What a device caches: first the files of every page, later the files of the bettors' screens.
 *
 * @param {Record<string, import('vite').ManifestChunk>} manifest
 * @param {string} page
 * @returns {{ first: string[], later: string[] }} URL paths
 */
export function filesToKeep(manifest, page) {
  const keys = new Map(Object.entries(manifest).map(([key, { name }]) => [name, key]));
  const soon = SOON.map((name) => keys.get(name) ?? name);
  const missing = [...soon, ...NOT_KEPT].find((key) => !(key in manifest));
  if (missing !== undefined) throw new Error(`The build has no chunk of ${missing}`);

  const named = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
  const first = new Set(named);
  const atOnce = new Set();
  for (const source of ['index.html', ...soon]) follow(manifest, source, atOnce, { dynamic: false });
  addFiles(manifest, atOnce, first);

  const reached = new Set();
  follow(manifest, 'index.html', reached, { dynamic: true });
  const later = new Set();
  addFiles(manifest, reached, later);
  return { first: [...first].sort(), later: [...later].filter((path) => !first.has(path)).sort() };
}

/** Adds a chunk and everything it imports. When following dynamic imports, chunks in NOT_KEPT are skipped. */
function follow(manifest, source, found, { dynamic }) {
  if (found.has(source) || (dynamic && NOT_KEPT.includes(source))) return;
  found.add(source);
  const { imports = [], dynamicImports = [] } = manifest[source];
  for (const next of dynamic ? [...imports, ...dynamicImports] : imports)
    follow(manifest, next, found, { dynamic });
}

/** Code, styles and fonts. Pages without a connection need no pictures. */
function addFiles(manifest, sources, paths) {
  for (const source of sources) {
    const { file, css = [], assets = [] } = manifest[source];
    for (const name of [file, ...css, ...assets]) if (/\.(?:js|css|woff2)$/.test(name)) paths.add(`/${name}`);
  }
}

/** A worker is a single plain script without imports. */
async function bundle(web, out, shell) {
  const made = await rolldown({
    cwd: web,
    input: join(web, 'src/offline/worker.ts'),
    platform: 'browser',
    transform: { target: 'es2023', define: { SHELL_OF_BUILD: JSON.stringify(shell) } },
    onLog(level, log, next) {
      if (level === 'warn') throw new Error(`The worker does not bundle: ${log.message}`);
      next(level, log);
    },
  });
  await made.write({ file: join(out, 'worker.js'), format: 'iife', minify: true, sourcemap: false });
  await made.close();
}

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

/** Stands in the page where the version of the build goes. */
const VERSION_MARK = '__APP_VERSION__';
/** Asked for by every page as soon as it is drawn, though they are chunks of their own. */
const SOON = ['src/stream/keep-stream.ts', 'src/wallet/announce-practice-wallets.ts'];
/** For the few who look after markets: nobody else's device keeps them. */
const NOT_KEPT = ['src/screens/admin.tsx', 'src/screens/guardian.tsx'];

/**
 * Gives a built web app its version, and puts the worker beside it that keeps that version on a device.
 *
 * @param {string} web folder of the web app's sources
 * @param {string} out folder that it was built into
 */
export async function buildWorker(web, out) {
  const manifestPath = join(out, '.vite/manifest.json');
  const manifest = JSON.parse(readFileSync(manifestPath, 'utf8'));
  // Of use to the build alone.
  rmSync(join(out, '.vite'), { recursive: true });

  const pagePath = join(out, 'index.html');
  const page = readFileSync(pagePath, 'utf8');
  if (!page.includes(VERSION_MARK)) throw new Error(`web/index.html lacks ${VERSION_MARK}`);
  const version = versionOf(page, out);
  writeFileSync(pagePath, page.replaceAll(VERSION_MARK, version));
  await bundle(web, out, { version, ...filesToKeep(manifest, page) });
}

/** The page and the names of its files, which stand for their content. */
function versionOf(page, out) {
  const names = readdirSync(join(out, 'assets')).filter((name) => !name.endsWith('.map'));
  return createHash('sha256')
    .update([page, ...names.sort()].join('\n'))
    .digest('hex')
    .slice(0, 16);
}

/**
 * What a device keeps: first what every page asks for, later what the bettors' parts may ask for.
 *
 * @param {Record<string, import('vite').ManifestChunk>} manifest
 * @param {string} page
 * @returns {{ first: string[], later: string[] }} paths on the server
 */
export function filesToKeep(manifest, page) {
  const missing = [...SOON, ...NOT_KEPT].find((source) => !(source in manifest));
  if (missing !== undefined) throw new Error(`The build has no chunk of ${missing}`);

  const named = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
  const first = new Set(named);
  const atOnce = new Set();
  for (const source of ['index.html', ...SOON]) follow(manifest, source, atOnce, { dynamic: false });
  addFiles(manifest, atOnce, first);

  const reached = new Set();
  follow(manifest, 'index.html', reached, { dynamic: true });
  const later = new Set();
  addFiles(manifest, reached, later);
  return { first: [...first].sort(), later: [...later].filter((path) => !first.has(path)).sort() };
}

/** Adds a chunk and all that it imports; on the way through dynamic imports, what is not kept is left aside. */
function follow(manifest, source, found, { dynamic }) {
  if (found.has(source) || (dynamic && NOT_KEPT.includes(source))) return;
  found.add(source);
  const { imports = [], dynamicImports = [] } = manifest[source];
  for (const next of dynamic ? [...imports, ...dynamicImports] : imports)
    follow(manifest, next, found, { dynamic });
}

/** Code, styles and type; pictures are asked for by nobody without a connection. */
function addFiles(manifest, sources, paths) {
  for (const source of sources) {
    const { file, css = [], assets = [] } = manifest[source];
    for (const name of [file, ...css, ...assets]) if (/\.(?:js|css|woff2)$/.test(name)) paths.add(`/${name}`);
  }
}

/** A worker is a plain script: one file, without imports. */
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

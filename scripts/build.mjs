import { chmodSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { buildFirstView } from './build-first-view.mjs';
import { buildServer } from './build-server.mjs';
import { buildWorker } from './build-worker.mjs';
import { packageBin } from './package-bin.mjs';
import { runNode } from './run-node.mjs';

/**
 * Builds the server into api/dist and the web app into web/dist in parallel.
 *
 * @param {string} root folder of the repository
 */
export async function build(root) {
  const startedAt = performance.now();
  console.error('Building ...');
  await Promise.all([
    inPlaceOf(join(root, 'api/dist'), (out) => buildServer(root, out)),
    inPlaceOf(join(root, 'web/dist'), (out) => buildWeb(root, out)),
  ]);
  console.error(`Built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
}

/** Builds into a temporary folder and then replaces the target, so a failed or concurrent build leaves no partial one. */
async function inPlaceOf(folder, buildInto) {
  removeAbandoned(dirname(folder));
  const next = mkdtempSync(join(dirname(folder), `.dist-${process.pid}-`));
  // Temporary folders are private, but another user may have to serve the build.
  chmodSync(next, 0o755);
  try {
    await buildInto(next);
    rmSync(folder, { recursive: true, force: true });
    renameSync(next, folder);
  } finally {
    rmSync(next, { recursive: true, force: true });
  }
}

/** Removes folders of killed builds. */
function removeAbandoned(folder) {
  for (const name of readdirSync(folder)) {
    const pid = /^\.dist-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) {
      rmSync(join(folder, name), { recursive: true, force: true });
    }
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

async function buildWeb(root, out) {
  const web = join(root, 'web');
  const { code, output } = await runNode(
    [packageBin('vite', `${web}/`), 'build', '--outDir', out, '--emptyOutDir'],
    { cwd: web, keepOutput: 'all' },
  );
  if (code !== 0) throw new Error(`The web app does not build:\n${output}`);
  await buildFirstView(web, out);
  await buildWorker(web, out);
  await compressFiles(out);
}

/** Adds `.gz` and `.br` versions of each file that they make smaller; the server sends them directly. */
async function compressFiles(folder) {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:css|js|json|svg|txt|webmanifest)$/.test(path))
    .map((path) => join(folder, path));
  await Promise.all(
    paths.map(async (path) => {
      const body = await readFile(path);
      const gzipped = await promisify(gzip)(body, { level: constants.Z_BEST_COMPRESSION });
      // Brotli's default is its strongest level.
      const brotli = await promisify(brotliCompress)(body);
      if (gzipped.length < body.length) await writeFile(`${path}.gz`, gzipped);
      if (brotli.length < body.length) await writeFile(`${path}.br`, brotli);
    }),
  );
}

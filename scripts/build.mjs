import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { packageBin } from './package-bin.mjs';
import { runNode } from './run-node.mjs';

/**
 * Builds the server into api/dist and the web app into web/dist, side by side.
 *
 * @param {string} root folder of the repository
 */
export async function build(root) {
  const startedAt = performance.now();
  console.error('Building ...');
  await Promise.all([buildServer(root), buildWeb(root)]);
  console.error(`Built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
}

/**
 * One file per program, with our own core inside and npm packages left where they are: native modules and
 * the embedded engine find their binaries only from their own folder.
 *
 * @param {string} root
 */
export async function buildServer(root) {
  const source = join(root, 'api/src');
  const out = join(root, 'api/dist');
  const bundle = await rolldown({
    cwd: root,
    input: Object.fromEntries(serverPrograms(source).map((name) => [name, join(source, `${name}.ts`)])),
    platform: 'node',
    external: (id) => /^[^./]/.test(id) && !id.startsWith('@tallystone/') && !/^[A-Za-z]:[\\/]/.test(id),
    // A name that cannot be resolved would only fail when the server runs.
    onLog(level, log, next) {
      if (level === 'warn') throw new Error(`The server does not bundle: ${log.message}`);
      next(level, log);
    },
  });
  rmSync(out, { recursive: true, force: true });
  await bundle.write({
    dir: out,
    format: 'esm',
    sourcemap: true,
    entryFileNames: '[name].mjs',
    chunkFileNames: 'shared-[hash].mjs',
  });
  await bundle.close();
  const migrations = join(source, 'db/migrations');
  if (existsSync(migrations)) cpSync(migrations, join(out, 'migrations'), { recursive: true });
}

/** The server, the tools that are started on their own, and what runs on threads beside the server. */
function serverPrograms(source) {
  const workers = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('-worker.ts'))
    .map((path) => path.slice(0, -'.ts'.length));
  const names = workers.map((path) => basename(path));
  if (new Set(names).size !== names.length) throw new Error('two worker files share a name');
  return ['main', 'tally', 'verify-ledger', ...workers].filter((name) =>
    existsSync(join(source, `${name}.ts`)),
  );
}

async function buildWeb(root) {
  const web = join(root, 'web');
  const { code, output } = await runNode([packageBin('vite', `${web}/`), 'build'], {
    cwd: web,
    keepOutput: 'all',
  });
  if (code !== 0) throw new Error(`The web app does not build:\n${output}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await build(fileURLToPath(new URL('..', import.meta.url)));
}

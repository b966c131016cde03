import { cpSync, existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { rolldown } from 'rolldown';
import { buildVersion } from './build-version.mjs';

/** They read files of their own folder: binaries, the embedded engine, threads that they start. */
const LEFT_IN_PLACE = ['@electric-sql/pglite', '@napi-rs/canvas', 'pino'];
const isLeftInPlace = (id) => LEFT_IN_PLACE.some((name) => id === name || id.startsWith(`${name}/`));

/**
 * One file per program, with our own core inside and of the npm packages what is in use: a start reads a few files in
 * place of a thousand, which takes it half the time.
 *
 * @param {string} root folder of the repository
 * @param {string} out a folder in api, so that the packages are found from there
 */
export async function buildServer(root, out) {
  const source = join(root, 'api/src');
  const bundle = await rolldown({
    cwd: root,
    input: Object.fromEntries(
      serverPrograms(source).map((path) => [basename(path), join(source, `${path}.ts`)]),
    ),
    platform: 'node',
    external: isLeftInPlace,
    transform: { define: { VERSION_OF_BUILD: JSON.stringify(buildVersion(root)) } },
    // A name that cannot be resolved would only fail when the server runs.
    onLog(level, log, next) {
      if (level === 'warn') throw new Error(`The server does not bundle: ${log.message}`);
      next(level, log);
    },
  });
  await bundle.write({
    dir: out,
    format: 'esm',
    sourcemap: true,
    entryFileNames: '[name].mjs',
    chunkFileNames: 'shared-[hash].mjs',
  });
  await bundle.close();
  cpSync(join(source, 'db/migrations'), join(out, 'migrations'), { recursive: true });
}

/** The server, the tools that are started on their own, and what runs on threads beside the server. */
function serverPrograms(source) {
  const workers = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('-worker.ts'))
    .map((path) => path.slice(0, -'.ts'.length));
  const tools = ['tally', 'verify-ledger'].filter((name) => existsSync(join(source, `${name}.ts`)));
  return ['main', ...tools, ...workers];
}

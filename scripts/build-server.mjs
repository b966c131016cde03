import { cpSync, existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { rolldown } from 'rolldown';
import { buildVersion } from './build-version.mjs';

/** Packages that read files in their own folders: binaries, the embedded engine, worker threads. */
const LEFT_IN_PLACE = ['@electric-sql/pglite', '@napi-rs/canvas', 'pino'];
/** All packages that a built server needs: it looks for these by their names when it runs. */
export const PACKAGES_AT_RUN_TIME = [
  ...LEFT_IN_PLACE,
  '@fontsource-variable/bricolage-grotesque',
  '@fontsource-variable/hanken-grotesk',
  'secp256k1',
  'swagger-ui-dist',
];
const isLeftInPlace = (id) => LEFT_IN_PLACE.some((name) => id === name || id.startsWith(`${name}/`));

/**
 * Builds one file per program, including core and the used parts of npm packages. A start then reads a few files
 * instead of a thousand, which halves its time.
 *
 * @param {string} root folder of the repository
 * @param {string} out a folder in api, from which the packages can be found
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
    // Otherwise an unresolved import would fail only when the server runs.
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

/** The server, the separate tools, and the worker threads. */
function serverPrograms(source) {
  const workers = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('-worker.ts'))
    .map((path) => path.slice(0, -'.ts'.length));
  const tools = ['tally', 'verify-ledger', 'move-history'].filter((name) =>
    existsSync(join(source, `${name}.ts`)),
  );
  return ['main', ...tools, ...workers];
}

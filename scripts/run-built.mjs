import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildIfStale } from './build-if-stale.mjs';
import { installIfNeeded } from './install-if-needed.mjs';
import { runNode } from './run-node.mjs';

/**
 * Runs a built command line tool with this process's arguments, and exits with its code. An existing build is used as
 * it is: a new install or build would change files under a running server, which only `npm start` may do.
 *
 * @param {string} name of the program in api/dist
 */
export async function runBuilt(name) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  try {
    if (!existsSync(join(root, `api/dist/${name}.mjs`))) {
      installIfNeeded(root);
      await buildIfStale(root);
    }
    const args = ['--enable-source-maps', `api/dist/${name}.mjs`, ...process.argv.slice(2)];
    process.exitCode = (await runNode(args, { cwd: root })).code;
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}

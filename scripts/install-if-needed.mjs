import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Installs the dependencies when what lies in node_modules is not what package-lock.json lists.
 * Compares versions rather than file times: a lock that was merely rewritten must not cause a reinstall.
 *
 * @param {string} root folder of package-lock.json
 */
export function installIfNeeded(root) {
  const reason = whyInstall(root);
  if (reason === undefined) return;
  console.error(`Installing dependencies (${reason}) ...`);
  // The web app is built on this machine, so build tools are wanted even where NODE_ENV is production.
  if (npm(root, ['ci', '--include=dev', '--loglevel=error'])) return;
  console.error(
    'npm ci did not accept the lock file here; trying npm install, which may adjust package-lock.json.',
  );
  if (npm(root, ['install', '--include=dev', '--loglevel=error'])) return;
  throw new Error(
    'The dependencies could not be installed. The lines above say why; then run the command again.',
  );
}

/**
 * @param {string} root
 * @returns {string | undefined} nothing when node_modules matches the lock
 */
export function whyInstall(root) {
  // npm writes down here what it installed.
  const installedPath = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installedPath)) return 'first run';
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const installed = JSON.parse(readFileSync(installedPath, 'utf8')).packages;
  for (const [path, entry] of Object.entries(locked)) {
    // Optional packages are for some platforms only, and links are our own workspaces.
    if (path === '' || entry.link || entry.optional || entry.devOptional || !path.includes('node_modules/'))
      continue;
    if (installed[path]?.version !== entry.version)
      return `${path.replace(/^.*node_modules\//, '')} is new or changed`;
  }
  return undefined;
}

/** Whether npm, called with these arguments, succeeded. */
function npm(cwd, args) {
  return spawnSync('npm', args, { cwd, stdio: 'inherit', shell: process.platform === 'win32' }).status === 0;
}

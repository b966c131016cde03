import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Of what npm locks it installs these on some platforms only, or not at all. */
const NOT_ALWAYS = ['optional', 'devOptional', 'extraneous'];
/** Goes when the packages go. */
const STAMP = 'node_modules/.tallystone-installed';

/**
 * Installs the dependencies when what lies in node_modules is not what package-lock.json lists.
 *
 * @param {string} root folder of package-lock.json
 */
export function installIfNeeded(root) {
  const reason = whyInstall(root);
  if (reason === undefined) return;
  if (lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
    // Installing would empty the folder that the link points to.
    throw new Error(`node_modules is a link, so nothing is installed there (${reason}). Remove the link.`);
  }
  console.error(`Installing dependencies (${reason}) ...`);
  // The web app is built on this machine, so build tools are wanted even where NODE_ENV is production.
  const options = ['--include=dev', '--loglevel=error', '--no-progress'];
  if (!npm(root, ['ci', ...options])) {
    console.error('npm ci did not accept the lock file here; trying npm install, which may change it.');
    if (!npm(root, ['install', ...options])) {
      throw new Error(
        'The dependencies could not be installed; npm says why above. Without a network, connect and run this again.',
      );
    }
  }
  writeFileSync(join(root, STAMP), hashLock(root));
}

/**
 * Compares versions rather than file times: a lock that was merely rewritten must not cause a reinstall.
 *
 * @param {string} root
 * @returns {string | undefined} nothing when node_modules matches the lock
 */
export function whyInstall(root) {
  // npm writes down here what it installed.
  const installedPath = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installedPath)) return 'first run';
  // Once installed from this very lock, always installed: npm may leave out more than we know of.
  const stamp = join(root, STAMP);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hashLock(root)) return undefined;
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const installed = JSON.parse(readFileSync(installedPath, 'utf8')).packages;
  for (const [path, entry] of Object.entries(locked)) {
    // Links and what lies outside node_modules are our own workspaces.
    if (!path.includes('node_modules/') || entry.link || NOT_ALWAYS.some((flag) => entry[flag])) continue;
    if (installed[path]?.version !== entry.version) {
      return `${path.replace(/^.*node_modules\//, '')} is new or changed`;
    }
  }
  return undefined;
}

function hashLock(root) {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

/** Whether npm, called with these arguments, succeeded. */
function npm(cwd, args) {
  return spawnSync('npm', args, { cwd, stdio: 'inherit', shell: process.platform === 'win32' }).status === 0;
}

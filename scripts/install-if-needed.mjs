import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** npm installs packages with these flags only on some platforms, or not at all. */
const NOT_ALWAYS = ['optional', 'devOptional', 'extraneous'];
/** Deleted together with the packages. */
const STAMP = 'node_modules/.tallystone-installed';

/**
 * Installs the dependencies if node_modules doesn't match package-lock.json.
 *
 * @param {string} root folder of package-lock.json
 */
export function installIfNeeded(root) {
  const reason = whyInstall(root);
  if (reason === undefined) return;
  if (lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
    // Installing would empty the folder behind the link.
    throw new Error(`node_modules is a link, so nothing is installed there (${reason}). Remove the link.`);
  }
  console.error(`Installing dependencies (${reason}) ...`);
  // The web app is built on this machine, so build tools are needed even if NODE_ENV is production.
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
 * Compares versions instead of file times: a rewritten lock must not cause a reinstall.
 *
 * @param {string} root
 * @returns {string | undefined} undefined when node_modules matches the lock
 */
export function whyInstall(root) {
  // npm's own list of what it installed.
  const installedPath = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installedPath)) return 'first run';
  // Once installed from this exact lock, don't reinstall: npm may omit packages for reasons we don't know.
  const stamp = join(root, STAMP);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hashLock(root)) return undefined;
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const installed = JSON.parse(readFileSync(installedPath, 'utf8')).packages;
  for (const [path, entry] of Object.entries(locked)) {
    // Links and paths outside node_modules are our own workspaces.
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

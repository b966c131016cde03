import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where Debian puts servers; the path of a user who isn't root lacks them. */
const SERVER_FOLDERS = ['/usr/local/sbin', '/usr/sbin', '/sbin'];
const APT_LIMIT_SECONDS = 180;

/**
 * Finds a program of the system by its name: on the path or where servers are, else installed from Debian's package
 * if that is allowed (CI as root). No service of the package is started.
 *
 * See find-program.d.mts for the options and the result.
 */
export function findProgram(
  name,
  { package: debianPackage = name, mayInstall = isDisposableMachine() } = {},
) {
  const find = () => listOnPath([name]).find(isExecutable);
  const found = find() ?? (mayInstall && installByApt([debianPackage]) ? find() : undefined);
  if (found !== undefined) return found;
  throw new Error(
    `The program ${name} was not found: install it so that it is on the path (Debian and Ubuntu: ` +
      `apt-get install ${debianPackage}), or run this in CI as root on Debian, which installs it.`,
  );
}

/** Every path that a program with one of the names could have, by name and then in the order of the path. */
export function listOnPath(names) {
  const folders = (process.env.PATH ?? '').split(':').filter(Boolean);
  return names.flatMap((name) => [...folders, ...SERVER_FOLDERS].map((folder) => join(folder, name)));
}

export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export function isDisposableMachine() {
  return process.env.CI === 'true';
}

/**
 * Arguments: the file that forbids package scripts to start services, then packages, of which the first that can be
 * installed is enough.
 */
const INSTALL = `
policy=$1; shift
if ! [ -e "$policy" ]; then
  trap 'rm -f "$policy"' EXIT
  printf '#!/bin/sh\\nexit 101\\n' >"$policy" && chmod 755 "$policy" || exit 1
fi
timeout ${APT_LIMIT_SECONDS} apt-get update -qq || exit 1
for package; do
  timeout ${APT_LIMIT_SECONDS} apt-get install -y -qq --no-install-recommends "$package" && exit 0
done
exit 1
`;

/**
 * Installs the first of Debian's packages that can be. Several processes may do this at once.
 *
 * See find-program.d.mts for the result.
 */
export function installByApt(packages, { policy = '/usr/sbin/policy-rc.d', isRoot = runsAsRoot() } = {}) {
  if (!isRoot || spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status !== 0) return false;
  console.error(`Installing ${packages.join(' or ')} with apt-get ...`);
  // The lock is on this file: apt-get fails if another one is updating its lists.
  const lock = fileURLToPath(import.meta.url);
  return (
    spawnSync('flock', [lock, 'sh', '-c', INSTALL, 'install', policy, ...packages], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0
  );
}

function runsAsRoot() {
  return process.getuid?.() === 0;
}

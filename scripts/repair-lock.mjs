import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Adds missing optional platform packages to a package lock, and removes registry hosts and packages that nothing
 * needs.
 *
 * npm omits from the lock what the available registry view doesn't serve, and its own `ci` then calls the lock
 * incomplete. A stub with version, os and cpu satisfies `ci`: on its platform the package is fetched by name and
 * version, elsewhere it is skipped. A stub has no integrity; a lock written with a complete registry view needs no
 * stubs.
 *
 * @param {{ packages: Record<string, LockEntry> }} lock parsed package-lock.json, changed in place
 * @returns {string[]} paths of the added stubs
 * @throws Error when a missing package's name doesn't include its platform, or its version isn't exact
 *
 * @typedef {{ version?: string, resolved?: string, link?: boolean, dev?: boolean, optional?: boolean, extraneous?:
 *   boolean, os?: string[], cpu?: string[], libc?: string[], optionalDependencies?: Record<string, string> }}
 *   LockEntry
 */
export function repairLock(lock) {
  const added = [];
  for (const [parentPath, parent] of Object.entries(lock.packages)) {
    // npm also locks unneeded packages that are in node_modules.
    if (parent.extraneous) {
      delete lock.packages[parentPath];
      continue;
    }
    if (parent.resolved?.startsWith('http')) delete parent.resolved;
    for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
      if (isListed(lock.packages, parentPath, name, version)) continue;
      if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) {
        throw new Error(`${name} is wanted as "${version}" by ${parentPath}: expected one exact version`);
      }
      // Hoisted if the name is free, else next to the package that needs this version.
      const path = lock.packages[`node_modules/${name}`]
        ? `${parentPath}/node_modules/${name}`
        : `node_modules/${name}`;
      lock.packages[path] = {
        version,
        ...platformOf(name),
        ...(parent.dev ? { dev: true } : {}),
        optional: true,
      };
      added.push(path);
    }
  }
  const root = lock.packages[''];
  const rest = Object.entries(lock.packages).filter(([path]) => path !== '');
  rest.sort(([a], [b]) => a.localeCompare(b, 'en'));
  lock.packages = Object.fromEntries(root ? [['', root], ...rest] : rest);
  return added;
}

/** Looks up the package like Node: next to the parent, then one `node_modules` further up each time. */
function isListed(packages, parentPath, name, version) {
  for (let at = parentPath; ; ) {
    const found = packages[`${at === '' ? '' : `${at}/`}node_modules/${name}`];
    if (found) return found.version === version || !/^\d/.test(version);
    if (at === '') return false;
    const up = at.lastIndexOf('/node_modules/');
    at = up < 0 ? '' : at.slice(0, up);
  }
}

const SYSTEMS = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const PROCESSORS = [
  'arm64',
  'arm',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
];

/** Other names for processors. */
const ALSO_CALLED = { amd64: 'x64' };

/** Extracts os, cpu and libc from a name like `@rolldown/binding-linux-arm-musleabihf`. */
function platformOf(name) {
  const words = name.split(/[/-]/).map((word) => ALSO_CALLED[word] ?? word);
  const os = words.find((word) => SYSTEMS.includes(word));
  const cpu = PROCESSORS.find((processor) => words.includes(processor));
  if (cpu === undefined || (os === undefined && cpu !== 'wasm32')) {
    throw new Error(`${name} is missing from the lock and its name does not say for which platform it is`);
  }
  const c = words.some((word) => word.startsWith('musl'))
    ? 'musl'
    : words.some((word) => word.startsWith('gnu'))
      ? 'glibc'
      : undefined;
  return {
    cpu: [cpu],
    ...(os === 'linux' && c !== undefined ? { libc: [c] } : {}),
    ...(os === undefined ? {} : { os: [os] }),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = fileURLToPath(new URL('../package-lock.json', import.meta.url));
  const lock = JSON.parse(readFileSync(path, 'utf8'));
  const added = repairLock(lock);
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`package-lock.json: ${added.length} platform packages added.`);
}

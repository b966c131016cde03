import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** What a build of the server reads. */
const SOURCES = ['package.json', 'package-lock.json', 'tsconfig.base.json', 'api', 'core', 'scripts'];

/** The release before this version, which runs beside it during an upgrade. */
export const PREVIOUS_RELEASE = JSON.parse(
  readFileSync(new URL('./previous-release.json', import.meta.url), 'utf8'),
);

/**
 * Builds the server of an earlier commit, without its pages, into an empty folder, with the packages that it named.
 *
 * @param {string} commit
 * @param {string} folder
 * @returns {Promise<string>} the program to start
 */
export async function buildRelease(commit, folder) {
  unpack(commit, folder);
  if (hasSamePackages(folder)) linkPackages(folder);
  else
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: folder,
      stdio: 'ignore',
    });
  const { buildServer } = await import(join(folder, 'scripts/build-server.mjs'));
  await buildServer(folder, join(folder, 'api/dist'));
  return join(folder, 'api/dist/main.mjs');
}

function unpack(commit, folder) {
  const git = (...args) =>
    execFileSync('git', args, { cwd: ROOT, maxBuffer: 1e9, stdio: ['ignore', 'pipe', 'pipe'] });
  try {
    git('cat-file', '-e', `${commit}^{commit}`);
  } catch (cause) {
    throw new Error(`This clone lacks commit ${commit} of an earlier release: run git fetch --unshallow`, {
      cause,
    });
  }
  execFileSync('tar', ['-x', '-C', folder], {
    input: git('archive', '--format=tar', commit, '--', ...SOURCES),
  });
}

/** Whether each package that the release named is installed here in the same version. */
function hasSamePackages(folder) {
  const installed = lockedPackages(ROOT);
  return Object.entries(lockedPackages(folder)).every(
    ([path, { version }]) => !path.includes('node_modules/') || installed[path]?.version === version,
  );
}

/** @returns {Record<string, { version?: string }>} */
function lockedPackages(root) {
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
}

/** Links the packages that are installed here, except for our own, which the release has itself. */
function linkPackages(folder) {
  for (const within of ['.', 'api', 'core']) {
    const from = join(ROOT, within, 'node_modules');
    if (existsSync(from)) linkAll(from, join(folder, within, 'node_modules'));
  }
  mkdirSync(join(folder, 'node_modules/@tallystone'), { recursive: true });
  symlinkSync(join(folder, 'core'), join(folder, 'node_modules/@tallystone/core'));
}

function linkAll(from, to) {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    if (name === '@tallystone' || name.startsWith('.')) continue;
    symlinkSync(join(from, name), join(to, name));
  }
}

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProgram } from '../scripts/find-program.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = join(ROOT, '.tallystone/image');
const SUITE = 'bookworm';
const MIRROR = 'http://deb.debian.org/debian';
/** What Node and npm need of this machine. Its settings and certificates are those that reach npm's registry from here. */
const FROM_HERE = ['/etc/ssl/certs/ca-certificates.crt', '/usr/etc/npmrc'];

/** What the image says about how to run it. */
export interface ImageConfig {
  User: string;
  Env: readonly string[];
  Entrypoint: readonly string[];
  WorkingDir: string;
  Healthcheck: { Test: readonly string[] };
}

/**
 * Builds the image of `deploy/Dockerfile` with buildah on a Debian made here, since the usual bases are in registries that
 * may be out of reach. The Debian is kept for the next time. Needs root.
 */
export function buildImage(commit: string) {
  if (process.getuid?.() !== 0)
    throw new Error('The image is built and run by root: give the command as root.');
  const buildah = (...args: string[]) =>
    execFileSync(
      findProgram('buildah'),
      ['--root', join(FOLDER, 'store'), '--runroot', join(FOLDER, 'run'), '--storage-driver', 'vfs', ...args],
      { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 1 << 28 },
    ).trim();
  const base = requireBase();
  const container = buildah('from', 'scratch');
  buildah('add', '--quiet', container, base, '/');
  buildah('commit', '--quiet', '--rm', container, 'base');
  const bases = ['BUILD_BASE', 'RUN_BASE'].flatMap((name) => ['--build-arg', `${name}=localhost/base`]);
  // Docker's format has the health check, which the other one lacks.
  const how = ['--isolation', 'chroot', '--pull-never', '--format', 'docker', '--file', 'deploy/Dockerfile'];
  buildah('build', ...how, ...bases, '--build-arg', `COMMIT=${commit}`, '--tag', 'tallystone', '.');
  const running = buildah('from', '--pull-never', 'localhost/tallystone');
  const root = buildah('mount', running);
  // As buildah prints it.
  const { Docker } = JSON.parse(buildah('inspect', running)) as { Docker: { config: ImageConfig } };
  return {
    root,
    config: Docker.config,
    addedMb: sizeOf(root) - sizeOf(base),
    remove() {
      buildah('rm', '--all');
      buildah('rmi', '--all', '--force');
      rmSync(join(FOLDER, 'store'), { recursive: true, force: true });
    },
  };
}

/** A small Debian with this machine's Node, made once. */
function requireBase(): string {
  const base = join(FOLDER, 'base');
  if (existsSync(base)) return base;
  const draft = join(FOLDER, 'base.unfinished');
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  execFileSync(findProgram('debootstrap'), ['--variant=minbase', SUITE, draft, MIRROR], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const put = (path: string, to = path) =>
    cpSync(path, join(draft, to), { recursive: true, dereference: true });
  put(process.execPath, '/usr/bin/node');
  put(npmFolder(), '/usr/lib/node_modules/npm');
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(draft, 'usr/bin/npm'));
  for (const path of FROM_HERE.filter((each) => existsSync(each))) put(path);
  for (const path of ['var/cache/apt', 'var/lib/apt/lists']) rmSync(join(draft, path), { recursive: true });
  renameSync(draft, base);
  return base;
}

const npmFolder = (): string =>
  join(execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim(), 'npm');

const sizeOf = (folder: string): number =>
  Number(execFileSync('du', ['-sm', folder], { encoding: 'utf8' }).split('\t')[0]);

/**
 * The command that runs one of the image's commands as its user on a read-only root, with the system's own folders, and with
 * nothing to write to.
 */
export function inImage(
  root: string,
  { User, WorkingDir }: ImageConfig,
  command: readonly string[],
): string[] {
  const script = `
set -e
mount --bind "$1" "$1"
mount --rbind /proc "$1/proc"
mount --bind /dev/null "$1/dev/null"
mount -o remount,ro,bind "$1"
root=$1; user=$2; folder=$3; shift 3
exec chroot --userspec="$user" "$root" sh -c 'cd "$0" && exec "$@"' "$folder" "$@"`;
  return ['unshare', '--mount', 'sh', '-c', script, 'in-image', root, User, WorkingDir, ...command];
}

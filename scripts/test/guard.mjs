import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Reads `+pid` for each started process group and `-pid` for each ended one. When the pipe closes, even by kill -9 of
 * the other end, it kills the remaining groups and removes the folder, to which servers may still be writing.
 */
const SHELL = `
trap '' INT TERM HUP
groups=' '
while read -r line; do
  pid=\${line#?}
  case $line in
    +*) groups="$groups$pid " ;;
    -*) groups="\${groups%% $pid *} \${groups#* $pid }" ;;
  esac
done
for pid in $groups; do kill -KILL "-$pid" 2>/dev/null; done
tries=0
until rm -rf "$1" 2>/dev/null || [ $((tries += 1)) -gt 100 ]; do sleep 0.2; done
`;

const MEMORY = '/dev/shm';
const GIB = 2 ** 30;
/** The most that a run writes at one time, and what must stay free for programs. */
const NEEDED = { folder: 6 * GIB, memory: 12 * GIB };

/** On a disk, creating database files takes a third of a server test's time. */
function roomInMemory() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= NEEDED.folder && freemem() >= NEEDED.memory ? MEMORY : tmpdir();
  } catch (error) {
    // Only Linux has this folder.
    if (error.code === 'ENOENT') return tmpdir();
    throw error;
  }
}

/**
 * A temporary folder and a list of process groups that never outlive this process: leftovers of a killed test run
 * would disturb the next one.
 *
 * @returns {Guard}
 *
 * @typedef {{ folder: string, add(pid: number): void, remove(pid: number): void, close(): Promise<void> }} Guard
 */
export function openGuard() {
  const folder = mkdtempSync(join(process.env.TMPDIR ? tmpdir() : roomInMemory(), 'tallystone-test-'));
  // When the tests run as root, PostgreSQL runs as another user and has its folder in this one.
  chmodSync(folder, 0o711);
  // A separate session, so Ctrl-C doesn't end it first.
  const shell = spawn('sh', ['-c', SHELL, 'guard', folder], {
    stdio: ['pipe', 'ignore', 'inherit'],
    detached: true,
    cwd: '/',
  });
  shell.unref();
  shell.stdin.on('error', () => undefined);
  return {
    folder,
    add: (pid) => shell.stdin.write(`+${pid}\n`),
    remove: (pid) => shell.stdin.write(`-${pid}\n`),
    close: () =>
      new Promise((resolve) => {
        shell.ref();
        shell.once('exit', () => resolve());
        shell.stdin.end();
      }),
  };
}

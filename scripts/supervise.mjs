import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

/** Two signals closer together than this count as one: the terminal and npm both deliver Ctrl-C. */
const SAME_REQUEST_MS = 300;
/** How often it checks that npm is still there. */
const LOOK_EVERY_MS = 500;
/** The parent when this process started: installing and building can take minutes. */
const PARENT = process.ppid;
const EXIT_WITH_PARENT = fileURLToPath(new URL('./exit-with-parent.mjs', import.meta.url));

/**
 * Runs Node programs until the first one ends, then stops the others and exits with its code.
 *
 * The programs get their own session, so Ctrl-C reaches them exactly once, from here: the first one asks them to
 * finish, a second one makes them quit. If this process or its npm is killed, they notice and stop, so none keeps
 * holding a port.
 *
 * @param {{ args: string[], cwd: string, env?: Record<string, string | undefined>, onOutput?: (text: string) => void
 *   }[]} programs `onOutput` receives what a program prints, which is printed here too
 * @param {number} [sameRequestMs]
 * @returns {Promise<void>} when all of them have ended
 */
export function supervise(programs, sameRequestMs = SAME_REQUEST_MS) {
  const children = programs.map(({ args, cwd, env = {}, onOutput }) => {
    const child = spawn(process.execPath, ['--import', EXIT_WITH_PARENT, ...args], {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['pipe', onOutput === undefined ? 'inherit' : 'pipe', 'inherit'],
      detached: true,
    });
    if (onOutput !== undefined) child.stdout?.setEncoding('utf8').on('data', onOutput).pipe(process.stdout);
    return child;
  });
  const isRunning = (child) => child.exitCode === null && child.signalCode === null;
  const signalAll = (signal) => {
    for (const child of children) if (isRunning(child)) child.kill(signal);
  };

  let lastSignalAt = -Infinity;
  const passOn = (signal) => {
    const at = performance.now();
    if (at - lastSignalAt > sameRequestMs) signalAll(signal);
    lastSignalAt = at;
  };
  process.on('SIGINT', passOn);
  process.on('SIGTERM', passOn);
  process.on('SIGHUP', () => passOn('SIGTERM'));
  // Without npm, the starting program may leave this process running on purpose.
  if (process.env.npm_lifecycle_event !== undefined)
    whenParentIsGone(() => {
      // A second signal would interrupt the shutdown.
      if (lastSignalAt === -Infinity) passOn('SIGTERM');
    });

  for (const child of children) {
    child.once('exit', (code, signal) => {
      process.exitCode ??= code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
      // After Ctrl-C the others are already shutting down; a second signal would interrupt that.
      if (lastSignalAt === -Infinity) signalAll('SIGTERM');
    });
  }
  const ended = children.map((child) => new Promise((resolve) => child.once('exit', resolve)));
  return Promise.all(ended).then(() => undefined);
}

/** A killed npm forwards no signal, nor does a shell between npm and this process. */
function whenParentIsGone(then) {
  const timer = setInterval(() => {
    if (process.ppid === PARENT) return;
    clearInterval(timer);
    then();
  }, LOOK_EVERY_MS).unref();
}

import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

/** Two signals closer together than this are one wish: the terminal and npm each deliver Ctrl-C. */
const SAME_REQUEST_MS = 300;
/** How often it looks whether npm is still there. */
const LOOK_EVERY_MS = 500;
/** As this process began: installing and building may take minutes. */
const PARENT = process.ppid;
const EXIT_WITH_PARENT = fileURLToPath(new URL('./exit-with-parent.mjs', import.meta.url));

/**
 * Runs Node programs until the first of them ends, then stops the others, and exits with its code.
 *
 * The programs get a session of their own, so that one Ctrl-C reaches them exactly once, from here: the
 * first asks them to finish, a second is passed on too and makes them quit. Should this process be killed, or the
 * npm that runs it, they notice and stop; none is left behind holding a port.
 *
 * @param {{ args: string[], cwd: string, env?: Record<string, string | undefined>, hear?: (text: string) => void }[]}
 *   programs `hear` is told what a program prints, which is printed here all the same
 * @param {number} [sameRequestMs]
 * @returns {Promise<void>} when all of them have ended
 */
export function supervise(programs, sameRequestMs = SAME_REQUEST_MS) {
  const children = programs.map(({ args, cwd, env = {}, hear }) => {
    const child = spawn(process.execPath, ['--import', EXIT_WITH_PARENT, ...args], {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['pipe', hear === undefined ? 'inherit' : 'pipe', 'inherit'],
      detached: true,
    });
    if (hear !== undefined) child.stdout?.setEncoding('utf8').on('data', hear).pipe(process.stdout);
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
  // Without npm, the program that started this may leave it to itself.
  if (process.env.npm_lifecycle_event !== undefined)
    whenParentIsGone(() => {
      // A second signal would cut short what the first has begun.
      if (lastSignalAt === -Infinity) passOn('SIGTERM');
    });

  for (const child of children) {
    child.once('exit', (code, signal) => {
      process.exitCode ??= code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
      // After Ctrl-C the others are already on their way out; a second signal would cut them short.
      if (lastSignalAt === -Infinity) signalAll('SIGTERM');
    });
  }
  const ended = children.map((child) => new Promise((resolve) => child.once('exit', resolve)));
  return Promise.all(ended).then(() => undefined);
}

/** npm that is killed outright passes no signal on, nor does a shell between npm and this process. */
function whenParentIsGone(then) {
  const timer = setInterval(() => {
    if (process.ppid === PARENT) return;
    clearInterval(timer);
    then();
  }, LOOK_EVERY_MS).unref();
}

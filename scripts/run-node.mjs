import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const EXIT_WITH_PARENT = fileURLToPath(new URL('./exit-with-parent.mjs', import.meta.url));

/** For `env`: no colours in machine-read output and logs. */
export const PLAIN = { NO_COLOR: '1', FORCE_COLOR: undefined };

/** @type {import('./test/guard.mjs').Guard | undefined} */
let guard;

/**
 * From now on every program run here gets its own process group, which is killed when the program ends, including
 * forgotten child processes, and when this process ends, however that happens.
 *
 * @param {import('./test/guard.mjs').Guard} by
 */
export function guardPrograms(by) {
  guard = by;
}

/**
 * Runs a script with this Node and waits for its end, as `runProgram` does.
 *
 * @param {string[]} args script and its arguments
 * @param {Parameters<typeof runProgram>[2]} options
 */
export const runNode = (args, options) => runProgram(process.execPath, args, options);

/**
 * Runs a program and waits for its end.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd: string, env?: Record<string, string | undefined>, keepOutput?: 'all' | 'stdout', endsWithUs?:
 *   boolean }} options kept output is returned instead of shown; a variable set to undefined is removed; with
 *   `endsWithUs`, a Node program is asked to end when this process is gone, however that ended
 * @returns {Promise<{ code: number, stdout: string, output: string }>} `output` is stdout and stderr in order of
 *   arrival; code 128 when a signal ended it
 */
export function runProgram(program, args, { cwd, env = {}, keepOutput, endsWithUs = false }) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, endsWithUs ? ['--import', EXIT_WITH_PARENT, ...args] : args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: [
        endsWithUs ? 'pipe' : 'ignore',
        keepOutput ? 'pipe' : 'inherit',
        keepOutput === 'all' ? 'pipe' : 'inherit',
      ],
      detached: guard !== undefined,
    });
    if (guard !== undefined && child.pid !== undefined) guardUntilItEnds(guard, child, child.pid);
    let stdout = '';
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      stdout += text;
      output += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 128, stdout, output }));
  });
}

function guardUntilItEnds(by, child, pid) {
  by.add(pid);
  child.once('exit', () => {
    try {
      process.kill(-pid, 'SIGKILL');
    } catch (error) {
      // Usually the group ended with its program.
      if (error.code !== 'ESRCH') throw error;
    }
    by.remove(pid);
  });
}

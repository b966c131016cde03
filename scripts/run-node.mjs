import { spawn } from 'node:child_process';

/**
 * Runs a program with this Node and waits for its end.
 *
 * @param {string[]} args script and its arguments
 * @param {{ cwd: string, env?: Record<string, string | undefined>, keepOutput?: 'all' | 'stdout' }} options
 *   what is kept is returned instead of shown; a variable set to undefined is taken away
 * @returns {Promise<{ code: number, stdout: string, output: string }>} `output` is stdout and stderr as they
 *   came; code 128 when a signal ended it
 */
export function runNode(args, { cwd, env = {}, keepOutput }) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', keepOutput ? 'pipe' : 'inherit', keepOutput === 'all' ? 'pipe' : 'inherit'],
    });
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

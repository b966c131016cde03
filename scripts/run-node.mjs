import { spawn } from 'node:child_process';

/**
 * Runs a program with this Node and waits for its end. Output is passed through, or kept and returned.
 *
 * @param {string[]} args script and its arguments
 * @param {{ cwd: string, env?: Record<string, string | undefined>, keepOutput?: boolean }} options
 * @returns {Promise<{ code: number, output: string }>} code 128 when a signal ended it
 */
export function runNode(args, { cwd, env = {}, keepOutput = false }) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: keepOutput ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 128, output }));
  });
}

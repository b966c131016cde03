import { basename } from 'node:path';
import { runNode } from './run-node.mjs';

/**
 * Runs one proof or benchmark of the `bench` folder as a separate process.
 *
 * Such a program starts its own database, reports progress on stderr, and prints its result as JSON (`Result` below)
 * in the last line of stdout. It exits with 1 if it failed. With PROVE_SAMPLE=1 it proves a sample within seconds, if
 * it has one. It ends with this process.
 *
 * @param {string} root folder of the repository
 * @param {string} file below it, e.g. `bench/prove/fresh-prices.ts`
 * @param {{ sample?: boolean, quiet?: boolean, env?: Record<string, string> }} [options] `quiet` keeps the progress
 *   for `output`
 * @returns {Promise<{ result: Result, output: string }>}
 *
 * @typedef {{ what: string, bar: string, measured: string, ok: boolean }} Row
 * @typedef {{ name: string, command: string, passed: boolean, rows: Row[] }} Result
 */
export async function runProof(root, file, { sample = false, quiet = false, env = {} } = {}) {
  const { code, stdout, output } = await runNode(['--import', 'tsx', file], {
    cwd: root,
    // Proofs kill and fill databases, so never use one in production.
    env: { DATABASE_URL: undefined, PROVE_SAMPLE: sample ? '1' : undefined, ...env },
    keepOutput: quiet ? 'all' : 'stdout',
    endsWithUs: true,
  });
  const result = parseResult(stdout) ?? {
    name: basename(file, '.ts'),
    command: `npx tsx ${file}`,
    passed: false,
    rows: [
      {
        what: 'the program ends with its result',
        bar: 'one line of JSON',
        measured: `code ${code}, no such line`,
        ok: false,
      },
    ],
  };
  return { result: { ...result, passed: result.passed && code === 0 }, output };
}

/**
 * @param {string} stdout
 * @returns {Result | undefined}
 */
function parseResult(stdout) {
  const last = stdout.trimEnd().split('\n').at(-1) ?? '';
  if (!last.startsWith('{')) return undefined;
  try {
    const result = JSON.parse(last);
    return Array.isArray(result.rows) && typeof result.passed === 'boolean' ? result : undefined;
  } catch {
    // A truncated line is no result.
    return undefined;
  }
}

import { basename } from 'node:path';
import { runNode } from './run-node.mjs';

/**
 * Runs one proof or bench of the `bench` folder as its own process.
 *
 * What such a program keeps to: it starts the database it needs itself, says its progress on stderr, and
 * writes as the last line of stdout its result as JSON (`Result` below). It ends with code 1 when it failed.
 * With PROVE_SAMPLE=1 it proves on a sample that takes seconds, if it has one. It ends with this process.
 *
 * @param {string} root folder of the repository
 * @param {string} file below it, e.g. `bench/prove/fresh-prices.ts`
 * @param {{ sample?: boolean, quiet?: boolean, env?: Record<string, string> }} [options] `quiet` keeps the progress for `output`
 * @returns {Promise<{ result: Result, output: string }>}
 *
 * @typedef {{ what: string, bar: string, measured: string, ok: boolean }} Row
 * @typedef {{ name: string, command: string, passed: boolean, rows: Row[] }} Result
 */
export async function runProof(root, file, { sample = false, quiet = false, env = {} } = {}) {
  const { code, stdout, output } = await runNode(['--import', 'tsx', file], {
    cwd: root,
    // Proofs kill and fill databases: never the one that serves somebody.
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
    // Cut off in the middle: no result.
    return undefined;
  }
}

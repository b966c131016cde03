import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runForge } from './forge.mjs';
import { PLAIN } from './run-node.mjs';
import { uncoveredPlaces } from './uncovered-places.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const REPORTS = join(root, '.tallystone/test');
const GAS = join(root, 'contracts/snapshots/GasTest.json');
/** Of all random inputs. */
const SEED = `0x${randomBytes(32).toString('hex')}`;
/** What the tests of single functions do without: sequences that come by chance, and gas. */
const LONG = ['--no-match-contract', 'GasTest|InvariantsTest'];

/** Without the optimizer, which takes three quarters of the time to compile; in a place of its own. */
const UNOPTIMIZED = {
  FOUNDRY_OPTIMIZER: 'false',
  FOUNDRY_OUT: 'contracts/cache/unoptimized/out',
  FOUNDRY_CACHE_PATH: 'contracts/cache/unoptimized',
};

/** The tests of every function, not optimized; of those with random inputs a few runs. */
export const contractUnitTests = () => testContracts([...LONG, '--fuzz-runs', '32'], { env: UNOPTIMIZED });

/**
 * The tests with all their runs, sequences and gas; every line and branch is reached; and the scripts run on a chain.
 *
 * @param {() => Promise<{ passed: number, failed: number, skipped: number, output: string }>} runScripts the vitest
 *   project of the scripts, which run what forge has just built
 */
export async function contractTests(runScripts) {
  // Their compilers take one core each, and write to folders of their own.
  const parts = await Promise.all([
    testContracts([], { recorded: JSON.parse(readFileSync(GAS, 'utf8')) }).then(async (tested) => [
      tested,
      await runScripts(),
    ]),
    contractCoverage(),
  ]);
  return parts.flat().reduce((sum, part) => ({
    passed: sum.passed + part.passed,
    failed: sum.failed + part.failed,
    skipped: sum.skipped + part.skipped,
    output: [sum, part].flatMap(({ failed, output }) => (failed > 0 ? [output] : [])).join('\n'),
  }));
}

/**
 * Each call is a transaction of its own, so that gas is what a chain would ask.
 *
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, recorded?: Record<string, string> }} [options] `recorded` is the gas that
 *   each name must have cost
 */
async function testContracts(args, { env = {}, recorded = {} } = {}) {
  const { code, output, stdout } = await runForge(
    ['test', '--isolate', '--json', '--fuzz-seed', SEED, ...args],
    { env: { ...PLAIN, ...env }, keepOutput: 'all' },
  );
  const results = readSuites(stdout);
  const count = (wanted) => results.filter(({ status }) => status === wanted).length;
  const failures = results.filter(({ status }) => status === 'Failure').map(failureText);
  const measured = Object.assign({}, ...results.map((result) => result.gas_snapshots?.GasTest));
  const differing = Object.keys(recorded).filter((name) => recorded[name] !== measured[name]);
  const told = [...failures];
  // What does not compile has no results.
  if (failures.length === 0 && (code !== 0 || results.length === 0)) told.push(output.trim());
  else if (differing.length > 0) {
    told.push(...differing.map((name) => `${name}: ${measured[name]} gas, recorded ${recorded[name]}`));
    told.push('Record it: node scripts/forge.mjs test --isolate --match-contract GasTest');
  }
  if (failures.length > 0) {
    told.push(`The same random inputs: node scripts/forge.mjs test --isolate --fuzz-seed ${SEED}`);
  }
  const failed = failures.length + differing.length;
  return {
    passed: count('Success'),
    failed: told.length > 0 ? Math.max(1, failed) : 0,
    skipped: results.length - count('Success') - failures.length,
    output: told.join('\n'),
  };
}

/** Every test with its name, from one object by suite on the last line; none when nothing was compiled. */
function readSuites(stdout) {
  const last = stdout.trim().split('\n').at(-1) ?? '';
  if (!last.startsWith('{')) return [];
  return Object.entries(JSON.parse(last)).flatMap(([suite, { test_results }]) =>
    Object.entries(test_results).map(([test, result]) => ({ ...result, name: `${suite} ${test}` })),
  );
}

function failureText({ name, reason, counterexample }) {
  const input = counterexample ? `\n  with ${JSON.stringify(counterexample)}` : '';
  return `FAIL ${name}: ${reason ?? 'no reason'}${input}`;
}

/** It compiles by settings of its own, which are not those that the contracts are deployed by. */
const COVERED = {
  FOUNDRY_OUT: 'contracts/cache/coverage/out',
  FOUNDRY_CACHE_PATH: 'contracts/cache/coverage',
};

/** Every line and branch of the contracts is reached by the tests of their functions; else what is not, by file and line. */
async function contractCoverage() {
  mkdirSync(REPORTS, { recursive: true });
  const report = join(REPORTS, 'contracts.lcov');
  rmSync(report, { force: true });
  const { code, output } = await runForge(
    // Sequences that come by chance would reach what no test asks for, and gas is another without the optimizer.
    [
      'coverage',
      ...LONG,
      ...['--no-match-coverage', 'contracts/(test|src/practice)', '--fuzz-seed', SEED],
      ...['--report', 'lcov', '--report-file', report],
    ],
    { env: { ...PLAIN, ...COVERED }, keepOutput: 'all' },
  );
  const told = code === 0 ? uncoveredPlaces(readFileSync(report, 'utf8')).join('\n') : output;
  return { passed: 0, failed: told === '' ? 0 : 1, skipped: 0, output: told };
}

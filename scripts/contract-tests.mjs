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
/** The seed of all random inputs. */
const SEED = `0x${randomBytes(32).toString('hex')}`;
/** Excluded from the tests of single functions: random sequences, and gas. */
const LONG = ['--no-match-contract', 'GasTest|InvariantsTest'];

/** Without the optimizer, which takes three quarters of the compile time; in a separate folder. */
const UNOPTIMIZED = {
  FOUNDRY_OPTIMIZER: 'false',
  FOUNDRY_OUT: 'contracts/cache/unoptimized/out',
  FOUNDRY_CACHE_PATH: 'contracts/cache/unoptimized',
};

/** The tests of every function, unoptimized, with a few runs of random inputs. */
export const contractUnitTests = () => testContracts([...LONG, '--fuzz-runs', '32'], { env: UNOPTIMIZED });

/**
 * All tests with all runs, sequences and gas; checks that every line and branch is covered; and the scripts run on a
 * chain.
 *
 * @param {() => Promise<{ passed: number, failed: number, skipped: number, output: string }>} runScripts the vitest
 *   project of the scripts, which use forge's latest build
 */
export async function contractTests(runScripts) {
  // Each compiler takes one core and writes to its own folder.
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
 * Each call is a separate transaction, so gas is the same as on a chain.
 *
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, recorded?: Record<string, string> }} [options] `recorded` is the expected
 *   gas by name
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
  const report = [...failures];
  // If compilation failed there are no results.
  if (failures.length === 0 && (code !== 0 || results.length === 0)) report.push(output.trim());
  else if (differing.length > 0) {
    report.push(...differing.map((name) => `${name}: ${measured[name]} gas, recorded ${recorded[name]}`));
    report.push('Record it: node scripts/forge.mjs test --isolate --match-contract GasTest');
  }
  if (failures.length > 0) {
    report.push(`The same random inputs: node scripts/forge.mjs test --isolate --fuzz-seed ${SEED}`);
  }
  const failed = failures.length + differing.length;
  return {
    passed: count('Success'),
    failed: report.length > 0 ? Math.max(1, failed) : 0,
    skipped: results.length - count('Success') - failures.length,
    output: report.join('\n'),
  };
}

/** Every test with its name, from one JSON object by suite on the last line; none if nothing compiled. */
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

/** Coverage compiles with different settings from the deployed contracts. */
const COVERED = {
  FOUNDRY_OUT: 'contracts/cache/coverage/out',
  FOUNDRY_CACHE_PATH: 'contracts/cache/coverage',
};

/** Checks that the tests of single functions cover every line and branch; reports the rest by file and line. */
async function contractCoverage() {
  mkdirSync(REPORTS, { recursive: true });
  const report = join(REPORTS, 'contracts.lcov');
  rmSync(report, { force: true });
  const { code, output } = await runForge(
    // Random sequences would cover code that no test targets, and gas differs without the optimizer.
    [
      'coverage',
      ...LONG,
      ...['--no-match-coverage', 'contracts/(test|src/practice)', '--fuzz-seed', SEED],
      ...['--report', 'lcov', '--report-file', report],
    ],
    { env: { ...PLAIN, ...COVERED }, keepOutput: 'all' },
  );
  const problems = code === 0 ? uncoveredPlaces(readFileSync(report, 'utf8')).join('\n') : output;
  return { passed: 0, failed: problems === '' ? 0 : 1, skipped: 0, output: problems };
}

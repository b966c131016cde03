import './check-node.mjs';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildIfStale } from './build-if-stale.mjs';
import { runForge } from './forge.mjs';
import { installIfNeeded } from './install-if-needed.mjs';
import { packageBin } from './package-bin.mjs';
import { runNode } from './run-node.mjs';
import { sampleProofs } from './sample-proofs.mjs';
import { uncoveredPlaces } from './uncovered-places.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const REPORTS = join(root, '.tallystone/test');

/** In this order, the quick ones first. Each answers how many tests passed and failed, and what was said. */
const STEPS = {
  format: () => check(packageBin('@biomejs/biome'), 'check', '--error-on-warnings', '.'),
  // biome lints; of oxlint only the search for import cycles is used, for it sees them without a compiler.
  cycles: () => check(packageBin('oxlint'), '-A', 'all', '--import-plugin', '-D', 'import/no-cycle', '.'),
  imports: () => check('scripts/check-imports.mjs'),
  types: () => check('scripts/typecheck.mjs'),
  scripts: () => unitTests('scripts'),
  core: () => unitTests('core', '--coverage'),
  contracts: contractTests,
  api: () => unitTests('api'),
  web: () => unitTests('web'),
  build: buildStep,
  e2e: journeys,
  proofs: sampledProofs,
};

async function check(program, ...args) {
  const { code, output } = await runNode([program, ...args], { cwd: root, env: PLAIN, keepOutput: 'all' });
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, output };
}

/** What is read by a machine or lands in a log carries no colours. */
const PLAIN = { NO_COLOR: '1', FORCE_COLOR: undefined };

async function unitTests(project, ...more) {
  const report = freshReport(project);
  const { code, output } = await runNode(
    [
      packageBin('vitest'),
      'run',
      ...['--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      ...more,
    ],
    { cwd: root, env: PLAIN, keepOutput: 'all' },
  );
  const told = readReport(report);
  const [passed, failed] = [told?.numPassedTests ?? 0, told?.numFailedTests ?? 0];
  const skipped = (told?.numPendingTests ?? 0) + (told?.numTodoTests ?? 0);
  // A file that does not load, or coverage below its bar, fails without a failed test.
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, skipped, output };
}

const GAS = join(root, 'contracts/snapshots/GasTest.json');

/** Each call is a transaction of its own, so that gas is what a chain would ask; it is compared with what is recorded. */
async function contractTests() {
  const { code, output, stdout } = await runForge(['test', '--isolate', '--json'], {
    env: PLAIN,
    keepOutput: 'all',
  });
  const results = readSuites(stdout).flatMap((suite) => Object.values(suite.test_results));
  const passed = results.filter(({ status }) => status === 'Success').length;
  const failed = results.filter(({ status }) => status === 'Failure').length;
  // What does not compile has no results.
  if (code !== 0 || failed > 0 || results.length === 0) {
    return { passed, failed: Math.max(1, failed), skipped: 0, output };
  }
  const measured = Object.assign({}, ...results.map((result) => result.gas_snapshots?.GasTest));
  const recorded = JSON.parse(readFileSync(GAS, 'utf8'));
  const differing = Object.keys(recorded).filter((name) => recorded[name] !== measured[name]);
  if (differing.length > 0) {
    const told = differing.map((name) => `${name}: ${measured[name]} gas, recorded ${recorded[name]}`);
    const anew = 'Record it anew: node scripts/forge.mjs test --isolate --match-contract GasTest';
    return { passed, failed: differing.length, skipped: 0, output: [...told, anew].join('\n') };
  }
  const uncovered = await contractCoverage();
  if (uncovered !== '') return { passed, failed: 1, skipped: 0, output: uncovered };
  // The scripts run what forge has just built.
  const scripts = await unitTests('contracts');
  const skipped = results.length - passed - failed + scripts.skipped;
  return { ...scripts, passed: passed + scripts.passed, skipped };
}

/** Every line and branch of the contracts is reached by the tests of their functions; else what is not, by file and line. */
async function contractCoverage() {
  mkdirSync(REPORTS, { recursive: true });
  const report = join(REPORTS, 'contracts.lcov');
  rmSync(report, { force: true });
  const { code, output } = await runForge(
    // Sequences that come by chance would reach what no test asks for, and gas is another without the optimizer.
    [
      'coverage',
      ...[
        '--no-match-contract',
        'GasTest|InvariantsTest',
        '--no-match-coverage',
        'contracts/(test|src/practice)',
      ],
      ...['--report', 'lcov', '--report-file', report],
    ],
    // It compiles without the optimizer, which is not what anybody is to deploy.
    {
      env: {
        ...PLAIN,
        FOUNDRY_OUT: 'contracts/cache/coverage/out',
        FOUNDRY_CACHE_PATH: 'contracts/cache/coverage',
      },
      keepOutput: 'all',
    },
  );
  return code === 0 ? uncoveredPlaces(readFileSync(report, 'utf8')).join('\n') : output;
}

/** One object by suite, on the last line; none when nothing was compiled. */
function readSuites(stdout) {
  const last = stdout.trim().split('\n').at(-1) ?? '';
  return last.startsWith('{') ? Object.values(JSON.parse(last)) : [];
}

async function buildStep() {
  try {
    await buildIfStale(root);
    return { passed: 1, failed: 0, skipped: 0, output: '' };
  } catch (error) {
    return { passed: 0, failed: 1, skipped: 0, output: error.message };
  }
}

async function journeys() {
  await buildIfStale(root);
  const report = freshReport('e2e');
  const program = packageBin('@playwright/test', join(root, 'e2e/'), 'playwright');
  const { code, output } = await runNode(
    [program, 'test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json'],
    {
      cwd: root,
      env: { ...PLAIN, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      keepOutput: 'all',
    },
  );
  const stats = readReport(report)?.stats;
  const failed = (stats?.unexpected ?? 0) + (stats?.flaky ?? 0);
  return {
    passed: stats?.expected ?? 0,
    failed: code !== 0 && failed === 0 ? 1 : failed,
    skipped: stats?.skipped ?? 0,
    output,
  };
}

/** Each row of a proof's table counts as a test. */
async function sampledProofs() {
  const total = { passed: 0, failed: 0, skipped: 0, output: '' };
  for (const { result, output } of await sampleProofs(root)) {
    const held = result.rows.filter((row) => row.ok).length;
    total.passed += held;
    total.failed += result.passed ? 0 : Math.max(1, result.rows.length - held);
    if (!result.passed) total.output += `${output}\nRerun: ${result.command}\n`;
  }
  return total;
}

function freshReport(name) {
  mkdirSync(REPORTS, { recursive: true });
  const path = join(REPORTS, `${name}.json`);
  rmSync(path, { force: true });
  return path;
}

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    // The program broke off before it wrote one; its output says why.
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The steps named by `--only a,b`, else all. */
function chosenSteps(args) {
  const all = Object.keys(STEPS);
  const wanted = args.flatMap((arg, i) => {
    if (arg.startsWith('--only=')) return arg.slice('--only='.length).split(',');
    return args[i - 1] === '--only' ? arg.split(',') : [];
  });
  const unknown = wanted.find((name) => !all.includes(name));
  if (unknown !== undefined || (args.length > 0 && wanted.length === 0)) {
    throw new Error(`Usage: npm test -- [--only ${all.join(',')}]`);
  }
  return wanted.length === 0 ? all : all.filter((name) => wanted.includes(name));
}

async function main() {
  const steps = chosenSteps(process.argv.slice(2));
  installIfNeeded(root);
  const startedAt = performance.now();
  let passed = 0;
  let failed = 0;
  for (const [index, name] of steps.entries()) {
    process.stdout.write(`${name.padEnd(8)} ... `);
    const stepStartedAt = performance.now();
    const outcome = await STEPS[name]();
    const seconds = ((performance.now() - stepStartedAt) / 1000).toFixed(1);
    passed += outcome.passed;
    failed += outcome.failed;
    const skipped = outcome.skipped > 0 ? `, ${outcome.skipped} skipped` : '';
    console.log(
      `${outcome.failed === 0 ? 'ok' : 'FAILED'} ${outcome.passed} passed, ${outcome.failed} failed${skipped} (${seconds} s)`,
    );
    if (outcome.failed > 0) {
      console.log(`\n${outcome.output.trim()}\n\nThis step alone: npm test -- --only ${name}`);
      const left = steps.slice(index + 1);
      if (left.length > 0) console.log(`Not run: ${left.join(', ')}`);
      process.exitCode = 1;
      break;
    }
  }
  console.log(`${((performance.now() - startedAt) / 60_000).toFixed(1)} min`);
  console.log(`${passed} passed, ${failed} failed`);
}

try {
  await main();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

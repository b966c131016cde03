import './check-node.mjs';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildIfStale } from './build-if-stale.mjs';
import { contractTests } from './contract-tests.mjs';
import { installIfNeeded } from './install-if-needed.mjs';
import { packageBin } from './package-bin.mjs';
import { runNode } from './run-node.mjs';
import { runProof } from './run-proof.mjs';
import { listPrograms } from './run-proofs.mjs';

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
  contracts: () => contractTests(() => unitTests('contracts')),
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
  await buildIfStale(root);
  const total = { passed: 0, failed: 0, skipped: 0, output: '' };
  const report = freshReport('proofs');
  const seconds = {};
  for (const name of listPrograms(root, 'bench/prove')) {
    const startedAt = performance.now();
    const { result, output } = await runProof(root, `bench/prove/${name}.ts`, { sample: true, quiet: true });
    seconds[name] = Math.round((performance.now() - startedAt) / 1000);
    writeFileSync(report, JSON.stringify(seconds, null, 2));
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

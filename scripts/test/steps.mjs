import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfStale } from '../build-if-stale.mjs';
import { contractTests, contractUnitTests } from '../contract-tests.mjs';
import { findChromium } from '../find-chromium.mjs';
import { requirePostgres } from '../find-postgres.mjs';
import { findProgram } from '../find-program.mjs';
import { packageBin } from '../package-bin.mjs';
import { PLAIN, runNode, runProgram } from '../run-node.mjs';
import { OTHER_NODES, requireNode } from './other-nodes.mjs';
import { readPlaywrightReport } from './read-playwright-report.mjs';

const REPORTS = '.tallystone/test';

/**
 * All steps, the quick ones first. `npm test` runs `test`. `npm run test:ci` runs `ci` instead: more of the same, or
 * a step that `npm test` doesn't have.
 *
 * @param {string} root folder of the repository
 * @returns {Step[]}
 *
 * @typedef {{ name: string, test?: () => Promise<Outcome>, ci: () => Promise<Outcome> }} Step
 * @typedef {{ passed: number, failed: number, skipped: number, output: string, files?: TimedFile[], failures?:
 *   Failure[] }} Outcome without `failures`, a failed step is rerun as a whole
 * @typedef {{ file: string, seconds: number }} TimedFile
 * @typedef {{ what: string, rerun: string }} Failure
 */
export function listSteps(root) {
  const inBoth = (name, run) => ({ name, test: run, ci: run });
  const check = (name, ...args) => inBoth(name, () => runCheck(root, args));
  return [
    check('format', packageBin('@biomejs/biome'), 'check', '--error-on-warnings', '.'),
    // biome lints; oxlint only finds import cycles, for which it needs no compiler.
    check('cycles', packageBin('oxlint'), '-A', 'all', '--import-plugin', '-D', 'import/no-cycle', '.'),
    check('imports', 'scripts/check-imports.mjs'),
    check('unused', packageBin('knip')),
    check('types', 'scripts/typecheck.mjs'),
    inBoth('scripts', () => runVitest(root, ['scripts', 'bench'])),
    {
      name: 'core',
      test: () => runVitest(root, ['core']),
      ci: () => runVitest(root, ['core'], { more: ['--coverage'] }),
    },
    {
      name: 'contracts',
      test: contractUnitTests,
      ci: () => contractTests(() => runVitest(root, ['contracts'])),
    },
    {
      name: 'api',
      test: needing(requirePostgres, () => runVitest(root, ['api'])),
      ci: needing(requirePostgres, () =>
        runVitest(root, ['api'], { env: { TEST_ENGINES: 'postgres,embedded' } }),
      ),
    },
    { name: 'chain', ci: needing(requirePostgres, () => runVitest(root, ['chain'])) },
    {
      name: 'nats',
      ci: needing(
        () => findProgram('nats-server'),
        () => runVitest(root, ['nats']),
      ),
    },
    inBoth('web', () => runVitest(root, ['web', 'web-logic'])),
    inBoth('client', () => runVitest(root, ['client'])),
    inBoth('build', () => build(root)),
    {
      name: 'e2e',
      test: needing(findChromium, () => runE2eTests(root, ['--grep', '@smoke'])),
      ci: needing(findChromium, () => runE2eTests(root, [])),
    },
    { name: 'proofs', ci: () => runSamples(root) },
    { name: 'nodes', ci: needing(requirePostgres, () => runOnOtherNodes(root)) },
  ];
}

/**
 * A step that reports a missing requirement in a sentence instead of a stack trace.
 *
 * @param {() => unknown} require throws that sentence, or rejects with it
 * @param {() => Promise<Outcome>} run
 * @returns {() => Promise<Outcome>}
 */
function needing(require, run) {
  return async () => {
    try {
      await require();
    } catch (error) {
      return { ...NOTHING, failed: 1, output: error.message };
    }
    return run();
  };
}

async function runCheck(root, args) {
  const { code, output } = await runNode(args, { cwd: root, env: PLAIN, keepOutput: 'all' });
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, output };
}

/**
 * @param {string} root
 * @param {string[]} projects of vitest.config.ts
 * @param {{ env?: Record<string, string>, more?: string[], node?: string }} [terms]
 * @returns {Promise<Outcome>}
 */
async function runVitest(root, projects, { env = {}, more = [], node = process.execPath } = {}) {
  const report = freshReport(root, projects.join('-'));
  const reporters = ['--reporter=default', `--reporter=${join(root, 'scripts/test/vitest-report.mjs')}`];
  const named = projects.flatMap((project) => ['--project', project]);
  const args = [packageBin('vitest'), 'run', ...named, ...reporters, ...more];
  const { code, output } = await runProgram(node, args, {
    cwd: root,
    env: { ...PLAIN, ...env, TEST_REPORT: report },
    keepOutput: 'all',
  });
  const result = readReport(report) ?? { passed: 0, failed: 0, skipped: 0, files: [], failures: [] };
  const settings = Object.entries(env).map(([name, value]) => `${name}=${value} `);
  const failures = result.failures.map(({ project, file, test }) => ({
    what: test === null ? file : `${file}: ${test}`,
    rerun: `${settings.join('')}npx vitest run --project ${project} ${file}${test === null ? '' : ` -t ${quoted(test)}`}`,
  }));
  // A file that doesn't load, or low coverage, fails without a failed test.
  const failed = Math.max(result.failed, failures.length, code === 0 ? 0 : 1);
  return { ...result, failed, output, failures };
}

async function build(root) {
  try {
    await buildIfStale(root);
    return { passed: 1, failed: 0, skipped: 0, output: '' };
  } catch (error) {
    return { passed: 0, failed: 1, skipped: 0, output: error.message };
  }
}

/**
 * @param {string} root
 * @param {string[]} more arguments of Playwright
 * @returns {Promise<Outcome>}
 */
async function runE2eTests(root, more) {
  await buildIfStale(root);
  const report = freshReport(root, 'e2e');
  const program = packageBin('@playwright/test', join(root, 'e2e/'), 'playwright');
  const { code, output } = await runNode(
    [program, 'test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json', ...more],
    { cwd: root, env: { ...PLAIN, PLAYWRIGHT_JSON_OUTPUT_FILE: report }, keepOutput: 'all' },
  );
  const result = readReport(report);
  const outcome = result === undefined ? NOTHING : readPlaywrightReport(result);
  const failed = Math.max(outcome.failed, code === 0 ? 0 : 1);
  return { ...outcome, failed, output };
}

/** Each row of a proof's table counts as a test. */
async function runSamples(root) {
  await buildIfStale(root);
  const { sampleProofs } = await import('../sample-proofs.mjs');
  /** @type {Required<Outcome>} */
  const total = { ...NOTHING, files: [], failures: [] };
  await sampleProofs(root, {
    onEnd({ name, seconds, result, output }) {
      const held = result.rows.filter((row) => row.ok).length;
      total.passed += held;
      total.files.push({ file: `bench/prove/${name}.ts`, seconds });
      if (result.passed) return;
      total.failed += Math.max(1, result.rows.length - held);
      total.output += `${output}\n`;
      total.failures.push({ what: name, rerun: result.command });
    },
  });
  return total;
}

/** Tests core and the server program on each supported Node besides the oldest. */
async function runOnOtherNodes(root) {
  /** @type {Outcome[]} */
  const outcomes = [];
  for (const version of OTHER_NODES) {
    const node = requireNode(root, version);
    const outcome = await runVitest(root, ['core', 'api'], {
      node,
      more: ['core/src/', 'api/src/main.test.ts'],
    });
    outcomes.push({ ...outcome, files: [], output: `On Node ${version}:\n${outcome.output}` });
  }
  return addUp(outcomes);
}

const NOTHING = { passed: 0, failed: 0, skipped: 0, output: '' };

/**
 * @param {Outcome[]} outcomes
 * @returns {Outcome}
 */
function addUp(outcomes) {
  return {
    passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
    failed: outcomes.reduce((sum, { failed }) => sum + failed, 0),
    skipped: outcomes.reduce((sum, { skipped }) => sum + skipped, 0),
    output: outcomes
      .filter(({ failed }) => failed > 0)
      .map(({ output }) => output)
      .join('\n'),
    files: outcomes.flatMap(({ files }) => files ?? []),
    failures: outcomes.flatMap(({ failures }) => failures ?? []),
  };
}

const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

function freshReport(root, name) {
  mkdirSync(join(root, REPORTS), { recursive: true });
  const path = join(root, REPORTS, `${name}.json`);
  rmSync(path, { force: true });
  return path;
}

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    // The program stopped before writing a report; its output says why.
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

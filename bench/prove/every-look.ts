import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { proveInFull } from '../proof.ts';

/**
 * Every screen that the e2e tests check with axe passes in both themes at both widths. The e2e tests themselves check
 * it in one theme at each width (e2e/expect-accessible.ts).
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const E2E = join(ROOT, 'e2e');
const LOOKS = ['light at 390', 'dark at 390', 'light at 1280', 'dark at 1280'];

/** The part of Playwright's JSON report that is used here. */
interface Suite {
  suites?: Suite[];
  specs?: Spec[];
}
interface Spec {
  title: string;
  ok: boolean;
  tests: { results: { steps?: { title: string }[] }[] }[];
}

const specsOf = ({ suites = [], specs = [] }: Suite): Spec[] => [...specs, ...suites.flatMap(specsOf)];

async function runE2eTests(files: readonly string[], report: string): Promise<number | null> {
  const playwright = createRequire(join(E2E, 'package.json')).resolve('@playwright/test/cli');
  const child = spawn(process.execPath, [playwright, 'test', '-c', E2E, '--reporter=list,json', ...files], {
    cwd: ROOT,
    env: { ...process.env, EVERY_LOOK: '1', PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    // The last line of standard output belongs to the proof.
    stdio: ['ignore', process.stderr, process.stderr],
  });
  return new Promise((resolve) => child.once('exit', resolve));
}

await proveInFull('every-look', async (proof) => {
  const files = readdirSync(E2E).filter(
    (name) =>
      name.endsWith('.e2e.ts') && readFileSync(join(E2E, name), 'utf8').includes('await expectSound('),
  );
  const folder = mkdtempSync(join(tmpdir(), 'tallystone-looks-'));
  try {
    const report = join(folder, 'report.json');
    const code = await runE2eTests(files, report);
    const specs = specsOf(JSON.parse(readFileSync(report, 'utf8')));
    const failed = specs.filter(({ ok }) => !ok).map(({ title }) => title);
    proof.row({
      what: `the e2e tests of ${files.length} files that check screens pass`,
      bar: 'all',
      measured: failed.length === 0 ? `${specs.length} of ${specs.length}` : `failed: ${failed.join('; ')}`,
      ok: code === 0 && specs.length > 0 && failed.length === 0,
    });
    const steps = specs.flatMap(({ tests }) =>
      tests.flatMap(({ results }) => results.flatMap(({ steps = [] }) => steps)),
    );
    const counts = LOOKS.map((look) => steps.filter(({ title }) => title === look).length);
    proof.row({
      what: 'screens checked in light and dark, at 390 and at 1280',
      bar: 'each screen four times',
      measured: counts.join(', '),
      ok: (counts[0] ?? 0) > 0 && counts.every((count) => count === counts[0]),
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProgram } from '../scripts/find-program.mjs';
import type { ProofRow } from './proof.ts';

const DEPLOY = fileURLToPath(new URL('../deploy', import.meta.url));
const RULES = join(DEPLOY, 'prometheus/tallystone.rules.yml');
const TESTS = join(DEPLOY, 'prometheus/tests');

/** Lets the real programs check the files that operators copy. */
export async function checkMonitoring(): Promise<ProofRow[]> {
  const promtool = findProgram('promtool', { package: 'prometheus' });
  const amtool = findProgram('amtool', { package: 'prometheus-alertmanager' });
  const blackbox = findProgram('prometheus-blackbox-exporter');
  const tests = readdirSync(TESTS).map((name) => join(TESTS, name));
  const check = (what: string, program: string, ...args: string[]) =>
    new Promise<ProofRow>((resolve) => {
      execFile(program, args, (error, stdout, stderr) => {
        const measured = error === null ? 'accepted' : `${stdout}${stderr}`.trim().slice(-2_000);
        resolve({ what, bar: 'accepted', measured, ok: error === null });
      });
    });
  return await Promise.all([
    check('promtool: the rules', promtool, 'check', 'rules', RULES),
    check(
      `promtool: each alert fires in time and without its fault doesn't, ${tests.length} files of tests`,
      promtool,
      'test',
      'rules',
      ...tests,
    ),
    check(
      'promtool: the example for Prometheus',
      promtool,
      'check',
      'config',
      join(DEPLOY, 'prometheus/prometheus.yml'),
    ),
    check(
      'amtool: the routes and receivers',
      amtool,
      'check-config',
      join(DEPLOY, 'alertmanager/alertmanager.yml'),
    ),
    check(
      'blackbox exporter: its modules',
      blackbox,
      `--config.file=${join(DEPLOY, 'prometheus/blackbox.yml')}`,
      '--config.check',
    ),
  ]);
}

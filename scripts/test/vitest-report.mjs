import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

/**
 * A vitest reporter that writes what the steps show: counts, seconds per file including imports and hooks, and
 * failures. TEST_REPORT names its file.
 *
 * @typedef {{ passed: number, failed: number, skipped: number, files: import('./steps.mjs').TimedFile[], failures:
 *   FailedTest[] }} Report
 * @typedef {{ project: string, file: string, test: string | null }} FailedTest null: the file itself, such as when it
 *   doesn't load
 */
export default class VitestReport {
  #root = '';

  /** @param {import('vitest/node').Vitest} vitest */
  onInit(vitest) {
    this.#root = vitest.config.root;
  }

  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   */
  onTestRunEnd(modules) {
    /** @type {Report} */
    const report = { passed: 0, failed: 0, skipped: 0, files: [], failures: [] };
    for (const module of modules) {
      const file = relative(this.#root, module.moduleId);
      const project = module.project.name;
      report.files.push({ file, seconds: secondsOf(module.diagnostic()) });
      // A file that doesn't load, or a failing hook, fails without a failed test.
      if (module.errors().length > 0) report.failures.push({ project, file, test: null });
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        report[state === 'pending' ? 'skipped' : state] += 1;
        if (state === 'failed') report.failures.push({ project, file, test: test.fullName });
      }
      for (const suite of module.children.allSuites()) {
        if (suite.errors().length > 0) report.failures.push({ project, file, test: suite.fullName });
      }
    }
    if (process.env.TEST_REPORT) writeFileSync(process.env.TEST_REPORT, JSON.stringify(report));
  }
}

const secondsOf = ({ environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration }) =>
  (environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration) / 1000;

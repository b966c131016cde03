import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

/**
 * A reporter of vitest that writes what the runner of the steps shows: counts, seconds of each file with its imports and
 * hooks, and what failed. Its file is named by TEST_REPORT.
 *
 * @typedef {{ passed: number, failed: number, skipped: number, files: import('./steps.mjs').TimedFile[], failures: FailedTest[] }} Report
 * @typedef {{ project: string, file: string, test: string | null }} FailedTest null: the file itself, such as when it does not load
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
      // A file that does not load, or a hook that throws, fails without a failed test.
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

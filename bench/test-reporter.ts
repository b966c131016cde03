import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, SerializedError, TestCase, TestModule, TestSpecification } from 'vitest/node';
import type { TestResult } from './run-tests.ts';

/**
 * Vitest's reporter for `run-tests.ts`, whose file it writes. Vitest's own JSON leaves out files that a dead worker didn't reach,
 * errors outside of tests, and errors that nothing caught.
 */
export default class TestReporter implements Reporter {
  #planned: readonly TestSpecification[] = [];

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#planned = specifications;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const found = new Map(modules.map((module) => [module.moduleId, module]));
    const results: TestResult[] = [
      ...this.#planned.flatMap(({ moduleId }) => {
        const module = found.get(moduleId);
        return module === undefined ? [broken(moduleId, 'it did not run')] : resultsOf(module);
      }),
      ...unhandled.map(({ message }) => broken('', `nothing caught: ${message}`)),
    ];
    writeFileSync(process.env.TEST_REPORT ?? '', JSON.stringify(results));
  }
}

function resultsOf(module: TestModule): TestResult[] {
  const { moduleId, children } = module;
  const outside = [module, ...children.allSuites()].flatMap((each) => each.errors());
  const tests = [...children.allTests()];
  const isWhole = module.state() === 'passed';
  if (tests.length === 0 && outside.length === 0) return [broken(moduleId, 'it has no test')];
  return [
    ...tests.map((test): TestResult => {
      const { state, errors = [] } = test.result();
      // In a file that passes, tests skip themselves, such as one that root can't run.
      const status = state === 'skipped' && isWhole ? 'left out' : state;
      return { file: fileOf(moduleId), name: nameOf(test), status, why: firstLine(errors[0]?.message) };
    }),
    ...outside.map(({ message }) => broken(moduleId, message)),
  ];
}

/** With the groups that it is in. */
function nameOf(test: TestCase): string {
  const names = [test.name];
  for (let at = test.parent; at.type === 'suite'; at = at.parent) names.unshift(at.name);
  return names.join(' ');
}

const broken = (moduleId: string, message: string): TestResult => ({
  file: fileOf(moduleId),
  name: '',
  status: 'failed',
  why: firstLine(message),
});

const fileOf = (moduleId: string): string => (moduleId === '' ? '' : relative(process.cwd(), moduleId));

const firstLine = (text = ''): string => text.split('\n')[0] ?? '';

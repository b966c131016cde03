/**
 * Extracts counts, seconds per file, and failures from a report by Playwright's JSON reporter.
 *
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, suites?: Suite[] }} report
 * @returns {Omit<import('./steps.mjs').Outcome, 'output'>}
 *
 * @typedef {{ file: string, specs?: Spec[], suites?: Suite[] }} Suite
 * @typedef {{ title: string, ok: boolean, line: number, file: string, tests: { results: { duration: number }[] }[] }} Spec
 */
export function readPlaywrightReport({ stats, suites = [] }) {
  const specs = suites.flatMap(specsOf);
  /** @type {Map<string, number>} */
  const seconds = new Map();
  for (const { file, tests } of specs) {
    const took = tests
      .flatMap(({ results }) => results)
      .reduce((sum, { duration }) => sum + duration / 1000, 0);
    seconds.set(file, (seconds.get(file) ?? 0) + took);
  }
  const failures = specs
    .filter(({ ok }) => !ok)
    .map(({ file, line, title }) => ({
      what: `e2e/${file}: ${title}`,
      rerun: `npm run test:e2e -- ${file}:${line}`,
    }));
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    files: [...seconds].map(([file, took]) => ({ file: `e2e/${file}`, seconds: took })),
    failures,
  };
}

/**
 * @param {Suite} suite
 * @returns {Spec[]}
 */
function specsOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)];
}

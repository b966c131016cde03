import { proveInFull } from '../proof.ts';
import { runTests } from '../run-tests.ts';

/**
 * The tests that measure processor time (`*.timing.test.ts`): what hostile or large input costs. They need a machine that
 * does nothing else, so they aren't among the tests of behaviour.
 */
await proveInFull('processor-time', async ({ row }) => {
  const tests = await runTests('timing');
  if (tests.length === 0) throw new Error('no test measured anything');
  for (const { name, file, status, why } of tests) {
    row({
      what: name || file,
      bar: 'as in its test',
      measured: `${status} ${why}`.trim(),
      ok: status === 'passed',
    });
  }
});

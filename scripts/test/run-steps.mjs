const SLOWEST = 10;

/**
 * Runs steps one after another, continuing after failures: a run takes minutes and should report everything that is
 * wrong. Says when each begins and ends, then the slowest files, then how to rerun what failed.
 *
 * @param {{ name: string, run: () => Promise<import('./steps.mjs').Outcome> }[]} steps
 * @param {{ command: string, say: (line: string) => void }} terms `command` runs these steps, such as `npm test`
 * @returns {Promise<boolean>} whether all passed
 */
export async function runSteps(steps, { command, say }) {
  const startedAt = performance.now();
  const ended = [];
  for (const { name, run } of steps) {
    say(`${name} ...`);
    const stepStartedAt = performance.now();
    const outcome = await runStep(run);
    const { passed, failed, skipped } = outcome;
    const counts = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
    const seconds = ((performance.now() - stepStartedAt) / 1000).toFixed(1);
    say(`${name}: ${failed === 0 ? 'ok' : 'FAILED'}, ${counts}, ${seconds} s`);
    if (failed > 0) say(`\n${outcome.output.trim()}\n`);
    ended.push({ name, ...outcome });
  }
  saySlowest(ended, say);
  sayFailures(ended, { command, say });
  const sum = (count) => ended.reduce((total, outcome) => total + outcome[count], 0);
  say(`\n${((performance.now() - startedAt) / 60_000).toFixed(1)} min`);
  say(`${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed') === 0;
}

/** A step that can't start, such as e2e tests without a browser, fails alone. */
async function runStep(run) {
  try {
    return await run();
  } catch (error) {
    return { passed: 0, failed: 1, skipped: 0, output: error.message };
  }
}

function saySlowest(ended, say) {
  const files = ended.flatMap(({ name, files = [] }) => files.map((file) => ({ ...file, step: name })));
  if (files.length === 0) return;
  say('\nThe slowest files:');
  for (const { file, seconds, step } of files.sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)) {
    say(`${seconds.toFixed(1).padStart(7)} s  ${step.padEnd(9)}  ${file}`);
  }
}

function sayFailures(ended, { command, say }) {
  const failed = ended.filter((outcome) => outcome.failed > 0);
  if (failed.length === 0) return;
  say('\nFailed:');
  for (const { name, failures } of failed) {
    const whole = { what: 'the whole step', rerun: `${command} -- --only ${name}` };
    for (const { what, rerun } of failures?.length ? failures : [whole])
      say(`- ${name}: ${what}\n  Run again: ${rerun}`);
  }
}

/**
 * The steps that the arguments select: `--only core,web`, else all.
 *
 * @template {{ name: string }} Step
 * @param {Step[]} all
 * @param {string[]} args
 * @param {string} command as above
 * @returns {Step[]} in the order of `all`
 * @throws Error that lists the names there are
 */
export function chooseSteps(all, args, command) {
  if (args.length === 0) return all;
  const list = args.length === 1 ? /^--only=(.+)$/.exec(args[0] ?? '')?.[1] : args[1];
  const names = list?.split(',') ?? [];
  const isUnderstood = names.length > 0 && (args.length === 1 || (args.length === 2 && args[0] === '--only'));
  if (!isUnderstood || names.some((name) => !all.some((step) => step.name === name))) {
    throw new Error(`Usage: ${command} -- [--only ${all.map(({ name }) => name).join(',')}]`);
  }
  return all.filter(({ name }) => names.includes(name));
}

import './check-node.mjs';
import { fileURLToPath } from 'node:url';
import { installIfNeeded } from './install-if-needed.mjs';
import { guardPrograms } from './run-node.mjs';
import { openGuard } from './test/guard.mjs';
import { chooseSteps, runSteps } from './test/run-steps.mjs';

/** `npm test`, or with `--ci` as the first argument `npm run test:ci`, which also runs slower steps. */
const [isCi, args] =
  process.argv[2] === '--ci' ? [true, process.argv.slice(3)] : [false, process.argv.slice(2)];
const root = fileURLToPath(new URL('..', import.meta.url));
const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

async function main() {
  installIfNeeded(root);
  const { listSteps } = await import('./test/steps.mjs');
  const command = isCi ? 'npm run test:ci' : 'npm test';
  const inTier = listSteps(root).flatMap(({ name, test, ci }) => {
    const run = isCi ? ci : test;
    return run === undefined ? [] : [{ name, run }];
  });
  const passed = await runSteps(chooseSteps(inTier, args, command), { command, say: console.log });
  if (!passed) process.exitCode = 1;
}

const guard = openGuard();
process.env.TMPDIR = guard.folder;
guardPrograms(guard);
for (const [signal, code] of Object.entries(SIGNALS)) {
  process.once(signal, async () => {
    console.error(`Stopping the tests (${signal}).`);
    await guard.close();
    process.exit(code);
  });
}
try {
  await main();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
await guard.close();

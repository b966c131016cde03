import { fileURLToPath } from 'node:url';
import { packageBin } from './package-bin.mjs';
import { runProgram } from './run-node.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Runs forge, which builds and tests the contracts, with contracts/foundry.toml. Its root is the repository's, where
 * the imported packages are.
 *
 * See forge.d.mts for the options and the result.
 */
export function runForge(args, { cwd = root, env, keepOutput } = {}) {
  return runProgram(forgeProgram(), [...args, '--root', cwd], {
    cwd,
    env: { ...env, FOUNDRY_CONFIG: 'contracts/foundry.toml' },
    keepOutput,
  });
}

/** The program itself: npm's wrapper always exits with 0. */
function forgeProgram() {
  const system = `${process.platform}-${process.arch.replace('x64', 'amd64')}`;
  return packageBin(`@foundry-rs/forge-${system}`, packageBin('@foundry-rs/forge'), 'forge');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { code } = await runForge(process.argv.slice(2));
  process.exitCode = code;
}

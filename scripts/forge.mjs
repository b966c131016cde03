import { fileURLToPath } from 'node:url';
import { packageBin } from './package-bin.mjs';
import { runNode } from './run-node.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Runs forge, which builds and tests the contracts, with the settings of contracts/foundry.toml. Its own root is that of
 * the repository, where the packages lie that the contracts import.
 *
 * @param {string[]} args of forge, such as `['test']`
 * @param {Partial<Parameters<typeof runNode>[1]>} [options] `cwd` is another root with the same layout
 */
export function runForge(args, options = {}) {
  const cwd = options.cwd ?? root;
  return runNode([packageBin('@foundry-rs/forge'), ...args, '--root', cwd], {
    ...options,
    cwd,
    env: { ...options.env, FOUNDRY_CONFIG: 'contracts/foundry.toml' },
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { code } = await runForge(process.argv.slice(2));
  process.exitCode = code;
}

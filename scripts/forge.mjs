import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { packageBin } from './package-bin.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Runs forge, which builds and tests the contracts, with the settings of contracts/foundry.toml. Its own root is that of
 * the repository, where the packages lie that the contracts import.
 *
 * See forge.d.mts for the options and the answer.
 */
export function runForge(args, { cwd = root, env = {}, keepOutput } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(forgeProgram(), [...args, '--root', cwd], {
      cwd,
      env: { ...process.env, ...env, FOUNDRY_CONFIG: 'contracts/foundry.toml' },
      stdio: ['ignore', keepOutput ? 'pipe' : 'inherit', keepOutput === 'all' ? 'pipe' : 'inherit'],
    });
    let stdout = '';
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      stdout += text;
      output += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 128, stdout, output }));
  });
}

/** The program itself: what npm puts before it ends well whatever becomes of forge. */
function forgeProgram() {
  const system = `${process.platform}-${process.arch.replace('x64', 'amd64')}`;
  return packageBin(`@foundry-rs/forge-${system}`, packageBin('@foundry-rs/forge'), 'forge');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { code } = await runForge(process.argv.slice(2));
  process.exitCode = code;
}

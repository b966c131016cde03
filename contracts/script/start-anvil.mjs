import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { packageBin } from '../../scripts/package-bin.mjs';

const START_LIMIT_MS = 60_000;
const EXIT_WITH_PARENT = fileURLToPath(new URL('../../scripts/exit-with-parent.mjs', import.meta.url));

/**
 * Starts a new chain on this machine with Polygon's chain id: anvil, a real EVM node. It ends with the process that
 * started it, however that ends. Ctrl-C doesn't reach it, so the chain's users can finish first.
 *
 * @param {{ blockTimeSeconds?: number | null, slotsInAnEpoch?: number, port?: number }} [terms] null: a block per
 *   transaction, immediately; the finalized block stays two epochs behind
 * @returns {Promise<{ rpcUrl: string, stop: () => Promise<void> }>}
 * @throws Error when it doesn't listen within a minute
 */
export async function startAnvil({ blockTimeSeconds = 1, slotsInAnEpoch = 1, port = 0 } = {}) {
  const args = ['--port', String(port), '--chain-id', '137', '--hardfork', 'cancun'];
  // With the default of more slots per epoch, the finalized block stays 64 behind.
  args.push('--slots-in-an-epoch', String(slotsInAnEpoch));
  if (blockTimeSeconds !== null) args.push('--block-time', String(blockTimeSeconds));
  const program = ['--import', EXIT_WITH_PARENT, packageBin('@foundry-rs/anvil'), ...args];
  const child = spawn(process.execPath, program, { stdio: ['pipe', 'pipe', 'pipe'], detached: true });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  const address = await new Promise((resolve, reject) => {
    let output = '';
    const timer = setTimeout(() => reject(new Error(`anvil did not start: ${output}`)), START_LIMIT_MS);
    const onOutput = (text) => {
      output += text;
      const found = /Listening on ([\d.]+:\d+)/.exec(output)?.[1];
      if (found === undefined) return;
      clearTimeout(timer);
      resolve(found);
    };
    child.stdout.setEncoding('utf8').on('data', onOutput);
    child.stderr.setEncoding('utf8').on('data', onOutput);
    child.once('exit', (code) => reject(new Error(`anvil ended with ${code}: ${output}`)));
  }).catch(async (error) => {
    child.kill('SIGKILL');
    throw error;
  });
  return { rpcUrl: `http://${address}`, stop };
}

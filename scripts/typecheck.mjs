import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { packageBin } from './package-bin.mjs';
import { runNode } from './run-node.mjs';

const PROJECTS = ['core', 'client', 'contracts', 'api', 'web', 'testkit', 'e2e', 'bench', 'scripts'];

const root = fileURLToPath(new URL('..', import.meta.url));
const tsc = packageBin('typescript', root, 'tsc');
const waiting = [...PROJECTS];

async function checkNext() {
  for (let project = waiting.shift(); project !== undefined; project = waiting.shift()) {
    const { code, output } = await runNode([tsc, '-p', project], { cwd: root, keepOutput: 'all' });
    if (code === 0) continue;
    console.error(`${output.trim() || `tsc ended with code ${code}`}\n\nRerun: npx tsc -p ${project}`);
    process.exitCode = 1;
  }
}
await Promise.all(Array.from({ length: availableParallelism() }, checkNext));
if (process.exitCode === undefined) console.log(`Types agree in ${PROJECTS.join(', ')}.`);

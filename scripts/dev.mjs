import './check-node.mjs';
import { fileURLToPath } from 'node:url';
import { installIfNeeded } from './install-if-needed.mjs';
import { packageBin } from './package-bin.mjs';
import { supervise } from './supervise.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
try {
  installIfNeeded(root);
  console.log('The server restarts and the page follows as files change: http://localhost:5173');
  supervise([
    { args: ['--import', 'tsx', '--watch', 'api/src/main.ts', ...process.argv.slice(2)], cwd: root },
    { args: [packageBin('vite', `${root}web/`), '--strictPort', '--clearScreen=false'], cwd: `${root}web` },
  ]);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

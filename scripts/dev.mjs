import './check-node.mjs';
import { fileURLToPath } from 'node:url';
import { installIfNeeded } from './install-if-needed.mjs';
import { packageBin } from './package-bin.mjs';
import { supervise } from './supervise.mjs';

/** Vite's address, as in web/vite.config.ts. */
const PAGE = 'http://localhost:5173';
const root = fileURLToPath(new URL('..', import.meta.url));
try {
  installIfNeeded(root);
  console.log(`The server restarts and the page follows as files change: ${PAGE}`);
  // The server's printed links open the Vite page, and wallets sign in for it.
  const env = { PUBLIC_ORIGIN: process.env.PUBLIC_ORIGIN || PAGE };
  supervise([
    { args: ['--import', 'tsx', '--watch', 'api/src/main.ts', ...process.argv.slice(2)], cwd: root, env },
    { args: [packageBin('vite', `${root}web/`), '--strictPort', '--clearScreen=false'], cwd: `${root}web` },
  ]);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

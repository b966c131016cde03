import './check-node.mjs';
import { fileURLToPath } from 'node:url';
import { installIfNeeded } from './install-if-needed.mjs';
import { packageBin } from './package-bin.mjs';
import { supervise } from './supervise.mjs';

/** Where Vite serves it, as web/vite.config.ts says. */
const PAGE = 'http://localhost:5173';
const root = fileURLToPath(new URL('..', import.meta.url));
try {
  installIfNeeded(root);
  console.log(`The server restarts and the page follows as files change: ${PAGE}`);
  // What the server prints leads to the page that follows, and wallets sign in to that one.
  const env = { PUBLIC_ORIGIN: process.env.PUBLIC_ORIGIN || PAGE };
  supervise([
    { args: ['--import', 'tsx', '--watch', 'api/src/main.ts', ...process.argv.slice(2)], cwd: root, env },
    { args: [packageBin('vite', `${root}web/`), '--strictPort', '--clearScreen=false'], cwd: `${root}web` },
  ]);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

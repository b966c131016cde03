import './check-node.mjs';
import { fileURLToPath } from 'node:url';
import { buildIfStale } from './build-if-stale.mjs';
import { installIfNeeded } from './install-if-needed.mjs';
import { supervise } from './supervise.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
try {
  installIfNeeded(root);
  await buildIfStale(root);
  supervise([{ args: ['--enable-source-maps', 'api/dist/main.mjs', ...process.argv.slice(2)], cwd: root }]);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

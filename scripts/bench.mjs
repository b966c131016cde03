import './check-node.mjs';
import { runProofs } from './run-proofs.mjs';

try {
  await runProofs('bench', process.argv.slice(2));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

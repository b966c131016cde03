import './check-node.mjs';
import { runBuilt } from './run-built.mjs';

await runBuilt('move-history');

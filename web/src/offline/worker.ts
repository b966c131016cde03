import { openWorker } from './open-worker.ts';
import type { Shell, WorkerScope } from './worker-scope.ts';

/** Put in place by scripts/build-worker.mjs. */
declare const SHELL_OF_BUILD: Shell;

openWorker({
  // The program of a service worker runs in no other world.
  scope: self as unknown as WorkerScope,
  shell: SHELL_OF_BUILD,
  caches,
  fetch: (...asked) => fetch(...asked),
});

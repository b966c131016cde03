import { openWorker } from './open-worker.ts';
import type { Shell, WorkerScope } from './worker-scope.ts';

/** Replaced by scripts/build-worker.mjs. */
declare const SHELL_OF_BUILD: Shell;

openWorker({
  // This file only runs in a service worker.
  scope: self as unknown as WorkerScope,
  shell: SHELL_OF_BUILD,
  caches,
  fetch: (...asked) => fetch(...asked),
});

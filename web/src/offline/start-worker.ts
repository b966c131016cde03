import { appVersion } from './app-version.ts';
import { newVersion } from './new-version.ts';
import { trustedScript } from './trusted-script.ts';
import { isWorkerMessage, type WorkerMessage } from './worker-messages.ts';

const WORKER_URL = '/worker.js';
/** How often an open page checks at most for a new version when it becomes visible, in ms. */
const LOOK_EVERY_MS = 3_600_000;
/** Delay before the worker fetches the files that may be needed later, in ms. */
const LATER_AFTER_MS = 15_000;

/** Registers the worker that stores the app, once the page has loaded and is idle. */
export function startWorker(): void {
  const version = appVersion();
  if (version === null || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', (event: MessageEvent<unknown>) => {
    const { data } = event;
    if (isWorkerMessage(data) && data.kind === 'tallystone-version') newVersion.set(data.version !== version);
  });
  afterLoad(() => {
    // The app works without the worker.
    register().catch((error: unknown) => console.info('The app is not kept on this device:', error));
  });
}

async function register(): Promise<void> {
  const registration: ServiceWorkerRegistration | undefined = await navigator.serviceWorker.register(
    trustedScript('tallystone-worker', WORKER_URL)(),
    { scope: '/', updateViaCache: 'none' },
  );
  // Some browsers and extensions refuse without an error.
  if (registration === undefined) return;
  lookForNewVersions(registration);
  if (isLineCheap()) setTimeout(() => void keepLater(), LATER_AFTER_MS);
}

/** The browser checks on every visit; this is for pages that stay open for days. */
function lookForNewVersions(registration: ServiceWorkerRegistration): void {
  let lookedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - lookedAt < LOOK_EVERY_MS) return;
    lookedAt = Date.now();
    registration.update().catch(() => undefined);
  });
}

async function keepLater(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  const message: WorkerMessage = { kind: 'tallystone-keep-later' };
  active?.postMessage(message);
}

/** False if the user saves data or has a slow connection: then files load only on demand. */
function isLineCheap(): boolean {
  // Not every browser has it, and TypeScript's DOM types don't.
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  return connection?.saveData !== true && (connection?.effectiveType ?? '4g') === '4g';
}

function afterLoad(then: () => void): void {
  const whenIdle = () =>
    'requestIdleCallback' in window ? requestIdleCallback(then, { timeout: 5000 }) : setTimeout(then, 1000);
  if (document.readyState === 'complete') whenIdle();
  else window.addEventListener('load', whenIdle, { once: true });
}

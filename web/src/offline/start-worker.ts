import { appVersion } from './app-version.ts';
import { newVersion } from './new-version.ts';
import { trustedScript } from './trusted-script.ts';
import { isWorkerMessage, type WorkerMessage } from './worker-messages.ts';

const WORKER_URL = '/worker.js';
/** How often a page that stays open looks for a new version when it is looked at, at most. */
const LOOK_EVERY_MS = 3_600_000;
/** What may be asked for later is fetched when nothing has been for a while. */
const LATER_AFTER_MS = 15_000;

/** Has the browser keep the app, once the page is there and at rest. */
export function startWorker(): void {
  const version = appVersion();
  if (version === null || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', (event: MessageEvent<unknown>) => {
    const { data } = event;
    if (isWorkerMessage(data) && data.kind === 'tallystone-version') newVersion.set(data.version !== version);
  });
  afterLoad(() => {
    // Where it cannot be kept the app works all the same.
    register().catch((error: unknown) => console.info('The app is not kept on this device:', error));
  });
}

async function register(): Promise<void> {
  const registration: ServiceWorkerRegistration | undefined = await navigator.serviceWorker.register(
    trustedScript('tallystone-worker', WORKER_URL)(),
    { scope: '/', updateViaCache: 'none' },
  );
  // Some browsers and extensions refuse without a word.
  if (registration === undefined) return;
  lookForNewVersions(registration);
  if (isLineCheap()) setTimeout(() => void keepLater(), LATER_AFTER_MS);
}

/** The browser looks with every visit; this is for pages that stay open for days. */
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

/** Whoever saves data, or has a slow line, gets only what they ask for. */
function isLineCheap(): boolean {
  // Not every browser says so, and the compiler's picture of browsers has none of it.
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  return connection?.saveData !== true && (connection?.effectiveType ?? '4g') === '4g';
}

function afterLoad(then: () => void): void {
  const whenIdle = () =>
    'requestIdleCallback' in window ? requestIdleCallback(then, { timeout: 5000 }) : setTimeout(then, 1000);
  if (document.readyState === 'complete') whenIdle();
  else window.addEventListener('load', whenIdle, { once: true });
}

import { FILES, forgetKept } from './forget-kept.ts';
import { isWorkerMessage, type WorkerMessage } from './worker-messages.ts';
import type { AskEvent, Shell, WorkerScope } from './worker-scope.ts';

/** How long to wait for a page before the stored one is shown, in ms. */
const PATIENCE_MS = 4000;
/** How often the worker checks at most whether the server still offers it, in ms. */
const WANTED_EVERY_MS = 600_000;
/** Paths that aren't screens of the app. */
const NOT_A_SCREEN = /^\/(?:api|docs|assets|embed|metrics)(?:\/|$)|\.\w+$/;

export interface WorkerWorld {
  scope: WorkerScope;
  shell: Shell;
  caches: CacheStorage;
  fetch: typeof globalThis.fetch;
  now?: () => number;
}

/**
 * Stores the app on the device so that it opens without a connection: its page, and the code, styles and fonts that the
 * page loads. Pages come from the network while there is one. Never stores or answers API calls or user data.
 */
export function openWorker({ scope, shell, caches, fetch, now = Date.now }: WorkerWorld): void {
  const cacheName = FILES + shell.version;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let isLeaving = false;

  scope.addEventListener('install', (event) => {
    // Open pages keep their code; only the source of their files changes.
    event.waitUntil(keepFirst().then(() => scope.skipWaiting()));
  });

  scope.addEventListener('activate', (event) => event.waitUntil(takeOver()));

  scope.addEventListener('message', (event) => {
    if (isWorkerMessage(event.data) && event.data.kind === 'tallystone-keep-later')
      event.waitUntil(keepLater());
  });

  scope.addEventListener('fetch', (event) => {
    const { request } = event;
    const url = new URL(request.url);
    if (request.method !== 'GET' || url.origin !== scope.location.origin) return;
    if (request.mode === 'navigate') {
      if (NOT_A_SCREEN.test(url.pathname)) return;
      event.respondWith(answerScreen(event));
      event.waitUntil(leaveWhenUnwanted());
    } else if (url.pathname.startsWith('/assets/')) {
      event.respondWith(answerAsset(event));
    }
  });

  /** All or nothing: a partly stored version would not open. */
  async function keepFirst(): Promise<void> {
    const isKnown = await caches.has(cacheName);
    try {
      await keepWhole();
    } catch (error) {
      // A partial cache would later count as the previous version.
      if (!isKnown) await caches.delete(cacheName);
      throw error;
    }
  }

  async function keepWhole(): Promise<void> {
    const cache = await caches.open(cacheName);
    const page = await fetch('/', { cache: 'reload', credentials: 'omit', headers: { accept: 'text/html' } });
    // During a rollout another server may still answer with the previous version.
    if (!page.ok || !(await page.clone().text()).includes(`"${shell.version}"`)) {
      throw new Error(`The page is not that of version ${shell.version}`);
    }
    await cache.addAll([...shell.first]);
    // With its headers, because its content policy names the nonce in the page.
    await cache.put('/', page);
  }

  /** Keeps the previous version's files, because pages opened with it still load parts of it. */
  async function takeOver(): Promise<void> {
    const kept = (await caches.keys()).filter((name) => name.startsWith(FILES) && name !== cacheName);
    await Promise.all(kept.slice(0, -1).map((name) => caches.delete(name)));
    await scope.registration.navigationPreload?.enable();
    await scope.clients.claim();
    const message: WorkerMessage = { kind: 'tallystone-version', version: shell.version };
    for (const page of await scope.clients.matchAll({ type: 'window' })) page.postMessage(message);
  }

  /** One file at a time, to leave bandwidth for the page. A failed file is loaded again on demand. */
  async function keepLater(): Promise<void> {
    const cache = await ownCache();
    if (cache === null) return;
    for (const path of shell.later) {
      if ((await cache.match(path)) === undefined) await cache.add(path).catch(() => undefined);
    }
  }

  async function answerScreen(event: AskEvent): Promise<Response> {
    const asked = askNetwork(event);
    // Waits for it even if the stored page was served, because a preload response must be consumed.
    event.waitUntil(asked.catch(() => undefined));
    const kept = await caches.match('/', { cacheName });
    if (kept === undefined) return asked;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<Response>((resolve) => {
      timer = setTimeout(() => resolve(kept), PATIENCE_MS);
    });
    try {
      const answer = await Promise.race([asked, late]);
      // A proxy's answer while the server is down; the app explains it better.
      return answer.status === 502 || answer.status === 504 ? kept : answer;
    } catch {
      return kept;
    } finally {
      clearTimeout(timer);
    }
  }

  async function askNetwork({ request, preloadResponse }: AskEvent): Promise<Response> {
    return (await preloadResponse) ?? fetch(request);
  }

  /** Asset names are content hashes, so a file from any version's cache is right. */
  async function answerAsset(event: AskEvent): Promise<Response> {
    const { request } = event;
    const kept = await caches.match(request, { ignoreVary: true });
    if (kept !== undefined) return kept;
    const answer = await fetch(request);
    if (answer.ok) {
      const copy = answer.clone();
      event.waitUntil(ownCache().then((cache) => cache?.put(request, copy)));
    }
    return answer;
  }

  /** Null once the worker has been removed: open pages still use it, and must not create a new cache. */
  async function ownCache(): Promise<Cache | null> {
    if (isLeaving || !(await caches.has(cacheName))) return null;
    const cache = await caches.open(cacheName);
    if (!isLeaving) return cache;
    await caches.delete(cacheName);
    return null;
  }

  /** The operator removes the worker by no longer serving it: then it deletes everything and unregisters. */
  async function leaveWhenUnwanted(): Promise<void> {
    if (now() - lookedAt < WANTED_EVERY_MS) return;
    lookedAt = now();
    const status = await fetch(scope.location.href, { method: 'HEAD', cache: 'no-store' }).then(
      (answer) => answer.status,
      () => null,
    );
    if (status === 404 || status === 410) await leave();
    else if (status === 200 && !(await caches.has(cacheName))) await comeBack();
  }

  async function leave(): Promise<void> {
    isLeaving = true;
    await forgetKept(caches);
    // Last, because between two pages the browser ends an unregistered worker at once.
    await scope.registration.unregister();
  }

  /** The worker's file was missing for a while, and a page used it before the browser had unregistered it. */
  async function comeBack(): Promise<void> {
    isLeaving = false;
    // If this fails, a later visit tries again.
    await keepFirst().catch(() => undefined);
  }
}

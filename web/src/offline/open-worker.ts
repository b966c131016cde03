import { FILES, forgetKept } from './forget-kept.ts';
import { isWorkerMessage, type WorkerMessage } from './worker-messages.ts';
import type { AskEvent, Shell, WorkerScope } from './worker-scope.ts';

/** Somebody who opens a page on a bad line is shown the kept one after this long. */
const PATIENCE_MS = 4000;
/** How often a worker asks whether it is still wanted, at most. */
const WANTED_EVERY_MS = 600_000;
/** Addresses that are not screens of the app. */
const NOT_A_SCREEN = /^\/(?:api|docs|assets|metrics)(?:\/|$)|\.\w+$/;

export interface WorkerWorld {
  scope: WorkerScope;
  shell: Shell;
  caches: CacheStorage;
  fetch: typeof globalThis.fetch;
  now?: () => number;
}

/**
 * Keeps the app itself on the device, so that it opens without a connection: its page, and the code, styles and type
 * that the page asks for. Pages come from the network while there is one. Of the API nothing is kept or answered here,
 * and nothing of a user.
 */
export function openWorker({ scope, shell, caches, fetch, now = Date.now }: WorkerWorld): void {
  const cacheName = FILES + shell.version;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let isLeaving = false;

  scope.addEventListener('install', (event) => {
    // The running pages keep the code they have; only where their files come from changes.
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

  /** All or nothing: a version that is kept in part would open in part. */
  async function keepFirst(): Promise<void> {
    const isKnown = await caches.has(cacheName);
    try {
      await keepWhole();
    } catch (error) {
      // Left there, a part would later count as the version before.
      if (!isKnown) await caches.delete(cacheName);
      throw error;
    }
  }

  async function keepWhole(): Promise<void> {
    const cache = await caches.open(cacheName);
    const page = await fetch('/', { cache: 'reload', credentials: 'omit', headers: { accept: 'text/html' } });
    // While a new version goes out, another server may still answer with the one before.
    if (!page.ok || !(await page.clone().text()).includes(`"${shell.version}"`)) {
      throw new Error(`The page is not that of version ${shell.version}`);
    }
    await cache.addAll([...shell.first]);
    // Kept with its headers: its content policy names the nonce that stands in it.
    await cache.put('/', page);
  }

  /** The files of the version before stay: pages that were opened with it still ask for parts of it. */
  async function takeOver(): Promise<void> {
    const kept = (await caches.keys()).filter((name) => name.startsWith(FILES) && name !== cacheName);
    await Promise.all(kept.slice(0, -1).map((name) => caches.delete(name)));
    await scope.registration.navigationPreload?.enable();
    await scope.clients.claim();
    const message: WorkerMessage = { kind: 'tallystone-version', version: shell.version };
    for (const page of await scope.clients.matchAll({ type: 'window' })) page.postMessage(message);
  }

  /** One after the other, so that it is in nobody's way. What fails comes when it is asked for. */
  async function keepLater(): Promise<void> {
    const cache = await ownCache();
    if (cache === null) return;
    for (const path of shell.later) {
      if ((await cache.match(path)) === undefined) await cache.add(path).catch(() => undefined);
    }
  }

  async function answerScreen(event: AskEvent): Promise<Response> {
    const asked = askNetwork(event);
    // Also when nobody waits for it any more: an answer that was asked for ahead is to be taken.
    event.waitUntil(asked.catch(() => undefined));
    const kept = await caches.match('/', { cacheName });
    if (kept === undefined) return asked;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<Response>((resolve) => {
      timer = setTimeout(() => resolve(kept), PATIENCE_MS);
    });
    try {
      const answer = await Promise.race([asked, late]);
      // What a proxy says while the server is away; the app says it better.
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

  /** Names by content always mean the same bytes, so whichever version kept them has the right ones. */
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

  /** Null once the worker has left: pages that are still open go on asking it, and are not to make a new cache. */
  async function ownCache(): Promise<Cache | null> {
    if (isLeaving || !(await caches.has(cacheName))) return null;
    const cache = await caches.open(cacheName);
    if (!isLeaving) return cache;
    await caches.delete(cacheName);
    return null;
  }

  /** Whoever runs the server takes the worker away by no longer serving it: then it leaves, with all that it kept. */
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
    // Last: between two pages the browser ends a worker that it has let go of at once.
    await scope.registration.unregister();
  }

  /** It was missing for a while, and a page has asked for it before the browser had let go of it. */
  async function comeBack(): Promise<void> {
    isLeaving = false;
    // When it does not come whole it is tried again with a later visit.
    await keepFirst().catch(() => undefined);
  }
}

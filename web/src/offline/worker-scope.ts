/** What a build leaves for a device to keep: written into the worker by scripts/build-worker.mjs. */
export interface Shell {
  /** Names this build. The page carries it too. */
  readonly version: string;
  /** Everything the first load asks for, by path. */
  readonly first: readonly string[];
  /** What people other than admins may ask for later. */
  readonly later: readonly string[];
}

/** The moments of a worker's life, as far as they are used. */
export interface LifeEvent {
  waitUntil(work: Promise<unknown>): void;
}

export interface AskEvent extends LifeEvent {
  readonly request: Request;
  /** What the browser has asked for already while the worker woke up; undefined where it does not do so. */
  readonly preloadResponse?: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}

export interface TellEvent extends LifeEvent {
  readonly data: unknown;
}

/** The world of a service worker, as far as it is used: the DOM's own types know only that of a page. */
export interface WorkerScope {
  readonly location: { readonly href: string; readonly origin: string };
  readonly registration: {
    unregister(): Promise<boolean>;
    readonly navigationPreload?: { enable(): Promise<void> };
  };
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window' }): Promise<readonly { postMessage(message: unknown): void }[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: LifeEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: AskEvent) => void): void;
  addEventListener(type: 'message', listener: (event: TellEvent) => void): void;
}

/** The files of a build to store on the device, written into the worker by scripts/build-worker.mjs. */
export interface Shell {
  /** Names this build. The page has it too. */
  readonly version: string;
  /** Paths of everything the first load needs. */
  readonly first: readonly string[];
  /** Paths of files that users other than admins may need later. */
  readonly later: readonly string[];
}

/** The used part of a worker's lifecycle event. */
export interface LifeEvent {
  waitUntil(work: Promise<unknown>): void;
}

export interface AskEvent extends LifeEvent {
  readonly request: Request;
  /** The navigation preload's response; undefined if the browser doesn't support it. */
  readonly preloadResponse?: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}

export interface WorkerMessageEvent extends LifeEvent {
  readonly data: unknown;
}

/** The used part of a service worker's scope: TypeScript's DOM types only have a page's. */
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
  addEventListener(type: 'message', listener: (event: WorkerMessageEvent) => void): void;
}

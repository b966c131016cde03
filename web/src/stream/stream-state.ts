import { store } from '../signals/store.ts';

/** How well what the page shows follows the server. */
export type StreamState =
  /** The page has just been read, and the stream is on its way. */
  | { kind: 'connecting' }
  | { kind: 'live' }
  /** The stream broke, or has not come yet, but what is shown is seconds old. */
  | { kind: 'reconnecting'; updatedAt: number }
  /** What is shown is too old to bet on. */
  | { kind: 'paused'; updatedAt: number }
  /** The browser has no connection. */
  | { kind: 'offline'; updatedAt: number };

const state = store<StreamState>({ kind: 'connecting' }, isSame);
let wake: (() => void) | null = null;

/** Where the stream of the page stands; written by the one that keeps it. */
export const streamState = {
  read: state.read,
  set: state.set,
  subscribe: state.subscribe,

  /** Has the stream tried again at once, and what is shown read again. Nothing happens before it is there. */
  tryNow(): void {
    wake?.();
  },

  onTryNow(next: (() => void) | null): void {
    wake = next;
  },
};

/** Where the stream stands, for what is drawn by it. */
export const useStreamState = state.use;

/** Whether every change arrives by itself, so that nothing has to be read again. */
export function isStreamLive(): boolean {
  return state.read().kind === 'live';
}

function isSame(a: StreamState, b: StreamState): boolean {
  return a.kind === b.kind && updatedAtOf(a) === updatedAtOf(b);
}

function updatedAtOf(one: StreamState): number | null {
  return 'updatedAt' in one ? one.updatedAt : null;
}

import { useSyncExternalStore } from 'react';

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

let state: StreamState = { kind: 'connecting' };
let wake: (() => void) | null = null;
const listeners = new Set<() => void>();

/** Where the stream of the page stands; written by the one that keeps it. */
export const streamState = {
  read: (): StreamState => state,

  set(next: StreamState): void {
    if (isSame(state, next)) return;
    state = next;
    for (const listener of listeners) listener();
  },

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },

  /** Has the stream tried again at once, and what is shown read again. Nothing happens before it is there. */
  tryNow(): void {
    wake?.();
  },

  onTryNow(next: (() => void) | null): void {
    wake = next;
  },
};

/** Where the stream stands, for what is drawn by it. */
export function useStreamState(): StreamState {
  return useSyncExternalStore(streamState.subscribe, streamState.read);
}

/** Whether every change arrives by itself, so that nothing has to be read again. */
export function isStreamLive(): boolean {
  return state.kind === 'live';
}

function isSame(a: StreamState, b: StreamState): boolean {
  return a.kind === b.kind && updatedAtOf(a) === updatedAtOf(b);
}

function updatedAtOf(one: StreamState): number | null {
  return 'updatedAt' in one ? one.updatedAt : null;
}

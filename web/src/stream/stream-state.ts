import { store } from '../signals/store.ts';

/** How up to date the page is. */
export type StreamState =
  /** The page has just loaded and the stream is connecting. */
  | { kind: 'connecting' }
  | { kind: 'live' }
  /** The stream broke or hasn't started, but the prices are only seconds old. */
  | { kind: 'reconnecting'; updatedAt: number }
  /** The prices are too old to bet on. */
  | { kind: 'paused'; updatedAt: number }
  /** The browser is offline. */
  | { kind: 'offline'; updatedAt: number };

const state = store<StreamState>(
  { kind: 'connecting' },
  (a, b) => a.kind === b.kind && updatedAtOf(a) === updatedAtOf(b),
);
let wake: (() => void) | null = null;

/** The state of the page's stream. */
export const streamState = {
  ...state,

  /** Reconnects at once and rereads the shown prices. Does nothing before the stream's code has loaded. */
  tryNow: () => wake?.(),

  onTryNow(next: (() => void) | null): void {
    wake = next;
  },
};

export const useStreamState = state.use;

/** Whether the stream delivers every change, so nothing needs to be reread. */
export function isStreamLive(): boolean {
  return state.read().kind === 'live';
}

function updatedAtOf(one: StreamState): number | null {
  return 'updatedAt' in one ? one.updatedAt : null;
}

import { type Attempt, createAttempt } from './attempt.ts';
import type { WalletState } from './wallet-state.ts';
import type { WalletStore } from './wallet-store.ts';

/** An attempt can be cancelled after this time. */
const cancelAfterMs = 8_000;

/** At most one connect, sign-in or change of chain runs at a time. The state says what it waits for. */
export interface Attempts {
  readonly running: boolean;
  begin: (change: Partial<WalletState>) => Attempt;
  /** Does nothing if the attempt was cancelled or replaced. */
  end: (attempt: Attempt) => void;
  /** The wallet may still show its request, but its answer is ignored. */
  cancel: () => void;
  /** Cancels without changing the state, which the caller is about to replace. */
  drop: () => void;
}

export function createAttempts({ store, onEnd }: { store: WalletStore; onEnd: () => void }): Attempts {
  let current: Attempt | null = null;

  const attempts: Attempts = {
    get running() {
      return current !== null;
    },
    begin(change) {
      const attempt = createAttempt();
      current = attempt;
      store.set({ notice: null, guestOffered: false, signInMessage: null, canCancel: false, ...change });
      setTimeout(() => current === attempt && store.set({ canCancel: true }), cancelAfterMs);
      return attempt;
    },
    end(attempt) {
      if (current !== attempt) return;
      current = null;
      store.set({ connecting: false, canCancel: false, step: null, signInMessage: null });
      onEnd();
    },
    cancel() {
      const cancelled = current;
      if (cancelled === null) return;
      cancelled.cancel();
      attempts.end(cancelled);
    },
    drop() {
      current?.cancel();
      current = null;
    },
  };
  return attempts;
}

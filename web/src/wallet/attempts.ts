import type { WalletState } from './wallet-state.ts';
import type { WalletStore } from './wallet-store.ts';

/** An attempt can be cancelled after this time. */
const cancelAfterMs = 8_000;

/** One running connect or sign-in. Once it is cancelled, its results are ignored. */
export interface Attempt {
  cancelled: boolean;
  cancel: () => void;
  /** Resolves when the attempt is cancelled. Raced against a wallet that may never answer. */
  whenCancelled: Promise<void>;
}

export type Attempts = ReturnType<typeof createAttempts>;

/** At most one connect, sign-in or change of chain runs at a time. The state says what it waits for. */
export function createAttempts({ store, onEnd }: { store: WalletStore; onEnd: () => void }) {
  let current: Attempt | null = null;

  /** Does nothing if the attempt was cancelled or replaced. */
  const end = (attempt: Attempt): void => {
    if (current !== attempt) return;
    current = null;
    store.set({ connecting: false, canCancel: false, step: null, signInMessage: null });
    onEnd();
  };
  return {
    get running(): boolean {
      return current !== null;
    },
    begin(change: Partial<WalletState>): Attempt {
      const attempt = createAttempt();
      current = attempt;
      store.set({ notice: null, guestOffered: false, signInMessage: null, canCancel: false, ...change });
      setTimeout(() => current === attempt && store.set({ canCancel: true }), cancelAfterMs);
      return attempt;
    },
    end,
    /** The wallet may still show its request, but its answer is ignored. */
    cancel(): void {
      const cancelled = current;
      if (cancelled === null) return;
      cancelled.cancel();
      end(cancelled);
    },
    /** Cancels without changing the state, which the caller is about to replace. */
    drop(): void {
      current?.cancel();
      current = null;
    },
  };
}

function createAttempt(): Attempt {
  let resolve = () => {};
  const whenCancelled = new Promise<void>((done) => {
    resolve = done;
  });
  const attempt: Attempt = {
    cancelled: false,
    cancel: () => {
      attempt.cancelled = true;
      resolve();
    },
    whenCancelled,
  };
  return attempt;
}

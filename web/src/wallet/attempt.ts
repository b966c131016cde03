/** One running connect or sign-in. Its results count only while it has not been cancelled. */
export interface Attempt {
  cancelled: boolean;
  cancel: () => void;
  /** Ends when it is cancelled, to be raced against a wallet that may never answer. */
  whenCancelled: Promise<void>;
}

export function createAttempt(): Attempt {
  const { promise, resolve } = withResolver();
  const attempt: Attempt = {
    cancelled: false,
    cancel: () => {
      attempt.cancelled = true;
      resolve();
    },
    whenCancelled: promise,
  };
  return attempt;
}

function withResolver(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

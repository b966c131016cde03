/** One running connect or sign-in. Once it is cancelled, its results are ignored. */
export interface Attempt {
  cancelled: boolean;
  cancel: () => void;
  /** Resolves when the attempt is cancelled. Raced against a wallet that may never answer. */
  whenCancelled: Promise<void>;
}

export function createAttempt(): Attempt {
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

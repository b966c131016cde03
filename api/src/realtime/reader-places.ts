import { HttpError } from '../http/http-error.ts';

/** Open streams of one user, or of one address without a session. */
export const MOST_OF_ONE = 20;
/** Open streams of one process. */
const MOST_OF_ALL = 10_000;
const FREE_AGAIN_SECONDS = 30;
const LESS_BUSY_SECONDS = 10;

export interface ReaderPlaces {
  /**
   * Takes a place for a caller. Returns how to give it back, which counts once.
   *
   * @throws HttpError `rate-limited` when the caller holds as many as one may, `too-busy` when all are taken
   */
  take(caller: string): () => void;
}

/** Counts open streams. @param mostOfOne null: one caller may have all of them */
export function createReaderPlaces({
  mostOfOne,
  mostOfAll = MOST_OF_ALL,
}: {
  mostOfOne: number | null;
  mostOfAll?: number;
}): ReaderPlaces {
  const taken = new Map<string, number>();
  let all = 0;
  return {
    take(caller) {
      const own = taken.get(caller) ?? 0;
      if (mostOfOne !== null && own >= mostOfOne) {
        throw new HttpError(
          'rate-limited',
          `You follow the markets in ${own} places already; close some of them, or try again in ${FREE_AGAIN_SECONDS} seconds.`,
          { retryAfterSeconds: FREE_AGAIN_SECONDS },
        );
      }
      if (all >= mostOfAll) {
        throw new HttpError(
          'too-busy',
          `Too many people follow the markets right now; try again in ${LESS_BUSY_SECONDS} seconds.`,
          { retryAfterSeconds: LESS_BUSY_SECONDS },
        );
      }
      taken.set(caller, own + 1);
      all += 1;
      let isGivenBack = false;
      return () => {
        if (isGivenBack) return;
        isGivenBack = true;
        all -= 1;
        const left = (taken.get(caller) ?? 1) - 1;
        if (left === 0) taken.delete(caller);
        else taken.set(caller, left);
      };
    },
  };
}

import { say } from '@tallystone/core/sentences/say';
import { HttpError } from '../http/http-error.ts';
import { createPlaces } from '../http/places.ts';

/** Open streams of one user, or of all callers without a session at one address. */
const MOST_OF_ONE = 20;
/** Open streams of one address, over all of its users. */
const MOST_OF_ADDRESS = 100;
/** Open streams of one process. */
const MOST_OF_ALL = 10_000;
const FREE_AGAIN_SECONDS = 30;
const LESS_BUSY_SECONDS = 10;

export type ReaderPlaces = ReturnType<typeof createReaderPlaces>;

/** Counts open streams by caller and by address. @param isLimited false: one caller may have all places */
export function createReaderPlaces({
  isLimited,
  mostOfOne = MOST_OF_ONE,
  mostOfAddress = MOST_OF_ADDRESS,
  mostOfAll = MOST_OF_ALL,
}: {
  isLimited(): boolean;
  mostOfOne?: number;
  mostOfAddress?: number;
  mostOfAll?: number;
}) {
  const callers = createPlaces({ mostOfOne, mostOfAll, isLimited });
  const addresses = createPlaces({ mostOfOne: mostOfAddress, mostOfAll: null, isLimited });
  return {
    /**
     * Takes a place for a caller.
     *
     * @param userId null: without a session
     * @returns frees the place; further calls do nothing
     * @throws HttpError `rate-limited` if the caller or the address has too many, `too-busy` if all places are taken
     */
    take({ network, userId }: { network: string; userId: string | null }): () => void {
      const own = callers.take(userId === null ? network : `user ${userId}`);
      if (own.kind === 'full') throw own.of === 'all' ? tooBusy() : tooMany('too-many-own-streams', own.held);
      const atAddress = addresses.take(network);
      if (atAddress.kind === 'full') {
        own.leave();
        throw tooMany('too-many-network-streams', atAddress.held);
      }
      return () => {
        own.leave();
        atAddress.leave();
      };
    },
  };
}

const tooMany = (code: 'too-many-own-streams' | 'too-many-network-streams', places: number) =>
  new HttpError('rate-limited', say(code, { places, seconds: FREE_AGAIN_SECONDS }), {
    retryAfterSeconds: FREE_AGAIN_SECONDS,
  });
const tooBusy = () =>
  new HttpError('too-busy', say('too-many-streams', { seconds: LESS_BUSY_SECONDS }), {
    retryAfterSeconds: LESS_BUSY_SECONDS,
  });

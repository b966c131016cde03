import { type Message, say } from '@tallystone/core/sentences/say';
import { HttpError } from '../http/http-error.ts';
import { createPlaces } from '../http/places.ts';

/** Open streams of one user, or of all those without a session at one address. */
const MOST_OF_ONE = 20;
/** Of one address, over all of its users. */
const MOST_OF_ADDRESS = 100;
/** Open streams of one process. */
const MOST_OF_ALL = 10_000;
const FREE_AGAIN_SECONDS = 30;
const LESS_BUSY_SECONDS = 10;

/** Who opens a stream, and from where. */
interface Follower {
  readonly network: string;
  /** Null: without a session. */
  readonly userId: string | null;
}

export interface ReaderPlaces {
  /**
   * Takes a place for a caller. Returns how to give it back, which counts once.
   *
   * @throws HttpError `rate-limited` when the caller or the address holds as many as one may, `too-busy` when all are taken
   */
  take(follower: Follower): () => void;
}

/** Counts open streams, by who opens them and by address. @param isLimited false: one caller may have all of them */
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
}): ReaderPlaces {
  const callers = createPlaces({ mostOfOne, mostOfAll, isLimited });
  const addresses = createPlaces({ mostOfOne: mostOfAddress, mostOfAll: null, isLimited });
  return {
    take({ network, userId }) {
      const own = callers.take(userId === null ? network : `user ${userId}`);
      if (own.kind === 'full')
        throw own.of === 'all' ? tooBusy() : tooMany(full('too-many-own-streams', own.held));
      const atAddress = addresses.take(network);
      if (atAddress.kind === 'full') {
        own.leave();
        throw tooMany(full('too-many-network-streams', atAddress.held));
      }
      return () => {
        own.leave();
        atAddress.leave();
      };
    },
  };
}

const full = (code: 'too-many-own-streams' | 'too-many-network-streams', places: number) =>
  say(code, { places, seconds: FREE_AGAIN_SECONDS });
const tooMany = (message: Message) =>
  new HttpError('rate-limited', message, { retryAfterSeconds: FREE_AGAIN_SECONDS });
const tooBusy = () =>
  new HttpError('too-busy', say('too-many-streams', { seconds: LESS_BUSY_SECONDS }), {
    retryAfterSeconds: LESS_BUSY_SECONDS,
  });

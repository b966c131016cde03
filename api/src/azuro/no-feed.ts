import type { WireAzuroData } from '@tallystone/core/http-api/azuro';
import { say } from '@tallystone/core/sentences/say';
import { HttpError } from '../http/http-error.ts';
import type { FeedKeeper } from './feed-keeper.ts';

const NOT_SET_UP = say('feed-not-set-up');

/** Used if no feed is set up. It has no games and says why. */
export function noFeed(source: WireAzuroData['source']): FeedKeeper {
  const refuse = async () => {
    throw new HttpError('feed-unavailable', say('feed-not-set-up-unchanged'));
  };
  return {
    data: async () => ({
      total: 0,
      games: [],
      sports: [],
      upcoming: 0,
      live: 0,
      source,
      syncedAt: null,
      stale: true,
      problem: NOT_SET_UP.sentence,
      problemReason: NOT_SET_UP.reason,
      dropped: 0,
      drops: [],
    }),
    sync: refuse,
    importGames: refuse,
    resultsOf: async () => [],
    start: async () => undefined,
    stop: async () => undefined,
  };
}

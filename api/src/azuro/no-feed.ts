import type { WireAzuroData } from '@tallystone/core/http-api/azuro';
import { HttpError } from '../http/http-error.ts';
import type { FeedKeeper } from './feed-keeper.ts';

const SENTENCE = 'The feed is not set up here.';

/** Stands where no feed is set up: it knows no games, and says so. */
export function noFeed(source: WireAzuroData['source']): FeedKeeper {
  const refuse = async () => {
    throw new HttpError('feed-unavailable', `${SENTENCE} Nothing was changed.`);
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
      problem: SENTENCE,
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

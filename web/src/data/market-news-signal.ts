import type { NewsByMarket } from '@tallystone/core/markets/market-news';
import { signal } from '../signals/signal.ts';

/** Passes on the stream's news of markets, for parts that hold markets elsewhere than in the list, such as a game's page. */
export const marketNewsSignal = signal<[NewsByMarket]>();

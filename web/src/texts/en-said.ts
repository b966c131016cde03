import { saidBets } from './en/said-bets.ts';
import { saidCsv } from './en/said-csv.ts';
import { saidFeed } from './en/said-feed.ts';
import { saidMarkets } from './en/said-markets.ts';
import { saidResults } from './en/said-results.ts';
import { saidService } from './en/said-service.ts';

/**
 * The sentences that core and the server make, in English, as patterns with `{{name}}` for what differs. They arrive with
 * another language, which reads the sentences back by them: English shows what was sent. A test holds them to the sources
 * of core and api, in both directions: none is missing here, and none is here that nothing makes.
 *
 * What begins with `sentence` or `list` holds sentences, or parts of one, that have a pattern of their own.
 */
export const enSaid = { saidBets, saidCsv, saidFeed, saidMarkets, saidResults, saidService } as const;

import type { enSaid } from './en-said.ts';
import { saidBets } from './es/said-bets.ts';
import { saidCsv } from './es/said-csv.ts';
import { saidFeed } from './es/said-feed.ts';
import { saidMarkets } from './es/said-markets.ts';
import { saidResults } from './es/said-results.ts';
import { saidService } from './es/said-service.ts';
import type { TextsLike } from './texts-like.ts';

/** The sentences that core and the server make, in Spanish. */
export const esSaid = {
  saidBets,
  saidCsv,
  saidFeed,
  saidMarkets,
  saidResults,
  saidService,
} as const satisfies { readonly [Area in keyof typeof enSaid]: TextsLike<(typeof enSaid)[Area]> };

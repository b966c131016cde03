import type { QueryClient } from '@tanstack/react-query';
import { betsQuery, limitsQuery, marketsQuery } from '../data/queries.ts';
import { FIGURES } from '../data/renew-account.ts';

/** Every game that was read. */
const GAMES = { queryKey: ['/api/games'] };

/** Reads again what a bet changes, once it is placed and once it is final or has failed. */
export function renewAfterBet(queryClient: QueryClient): void {
  for (const { queryKey } of [marketsQuery, GAMES, betsQuery, limitsQuery]) {
    void queryClient.invalidateQueries({ queryKey });
  }
  for (const queryKey of FIGURES) void queryClient.invalidateQueries({ queryKey });
}

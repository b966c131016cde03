import type { QueryClient } from '@tanstack/react-query';
import {
  betsQuery,
  COMBOS_KEY,
  limitsQuery,
  positionsQuery,
  profileQuery,
  profitQuery,
  STATEMENT_KEY,
} from './queries.ts';

/** Combos, and figures computed from bets and entries. */
export const FIGURES = [
  COMBOS_KEY,
  positionsQuery.queryKey,
  profileQuery.queryKey,
  profitQuery.queryKey,
  STATEMENT_KEY,
];
const KEYS = [betsQuery.queryKey, limitsQuery.queryKey, ...FIGURES];

/**
 * Rereads everything about the user's money, so the page shows it consistently. Only what is on the screen is requested
 * now, the rest when it is next shown.
 *
 * @param joins whether an answer already under way is enough; not after the user's own change, which it may miss
 */
export async function renewAccount(
  queryClient: QueryClient,
  { joins = false }: { joins?: boolean } = {},
): Promise<void> {
  await Promise.all(
    KEYS.map((queryKey) => queryClient.invalidateQueries({ queryKey }, { cancelRefetch: !joins })),
  );
}

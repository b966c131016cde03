import type { QueryClient } from '@tanstack/react-query';
import { betsQuery, limitsQuery, profileQuery, profitQuery, STATEMENT_KEY } from './queries.ts';

const KEYS = [
  betsQuery.queryKey,
  limitsQuery.queryKey,
  profileQuery.queryKey,
  profitQuery.queryKey,
  STATEMENT_KEY,
];

/**
 * Has everything read again that tells of the user's money: it moves together, so it is shown together. Only what is
 * on the screen is asked for now, the rest when it is next shown.
 *
 * @param joins whether an answer that is on its way already will do; not after a change of one's own, which it may miss
 */
export async function renewAccount(
  queryClient: QueryClient,
  { joins = false }: { joins?: boolean } = {},
): Promise<void> {
  await Promise.all(
    KEYS.map((queryKey) => queryClient.invalidateQueries({ queryKey }, { cancelRefetch: !joins })),
  );
}

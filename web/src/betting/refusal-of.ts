import { ApiError } from '../data/api-error.ts';

// The server answers with these whether or not it placed the bet before, so they say nothing about an earlier request with it.
const BEFORE_THE_BET: readonly number[] = [401, 403, 408, 429];

/**
 * The refusal in a failed request: the server read the bet and took no money. Returns null if the outcome is unknown;
 * the page then keeps the signed bet and sends that same bet again.
 *
 * @param resent an earlier request with the same signed bet got no answer either
 */
export function refusalOf(error: unknown, { resent }: { resent: boolean }): ApiError | null {
  if (!(error instanceof ApiError) || error.status >= 500) return null;
  // A 4xx that isn't from our server, for example from a proxy, may hide our server's lost answer.
  if (error.code === 'unknown' && error.status !== 401) return null;
  return resent && BEFORE_THE_BET.includes(error.status) ? null : error;
}

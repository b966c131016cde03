import { ApiError } from '../data/api-error.ts';

// The server answers with these before it reads the bet, so they say nothing about an earlier request with it.
const BEFORE_THE_BET: readonly number[] = [401, 403, 408, 429];

/**
 * What a failed request says about the bet in it. `refused`: the server read the bet and took no money.
 * `unanswered`: the outcome is unknown, so the page keeps the signed bet and sends that same bet again.
 *
 * @param resent an earlier request with the same signed bet got no answer either
 */
export function judgeFailure(error: unknown, { resent }: { resent: boolean }): 'refused' | 'unanswered' {
  if (!(error instanceof ApiError)) return 'unanswered';
  if (error.status >= 500) return 'unanswered';
  // A 4xx that isn't from our server, for example from a proxy, may hide our server's lost answer.
  if (error.code === 'unknown' && error.status !== 401) return 'unanswered';
  return resent && BEFORE_THE_BET.includes(error.status) ? 'unanswered' : 'refused';
}

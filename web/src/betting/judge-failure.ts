import { ApiError } from '../data/api-error.ts';

/**
 * What a failed request says about the bet in it. `refused`: the server looked at it and took no money.
 * `unanswered`: nobody knows, so the same signed bet is kept and sent again, never another one.
 */
export type FailureVerdict = 'refused' | 'unanswered';

// These are answered before the bet is looked at, so they say nothing about an earlier sending of it.
const BEFORE_THE_BET: readonly number[] = [401, 403, 408, 429];

/** @param resent whether an earlier sending of the same signed bet is still without an answer */
export function judgeFailure(error: unknown, { resent }: { resent: boolean }): FailureVerdict {
  if (!(error instanceof ApiError)) return 'unanswered';
  if (error.status >= 500) return 'unanswered';
  // A 4xx that did not come from our server, a proxy's say, may hide an answer that got lost behind it.
  if (error.code === 'unknown' && error.status !== 401) return 'unanswered';
  return resent && BEFORE_THE_BET.includes(error.status) ? 'unanswered' : 'refused';
}

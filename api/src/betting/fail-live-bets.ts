import type { BetFailure } from '@tallystone/core/escrow/escrow-abi';
import { holdReleaseEntry } from '@tallystone/core/ledger/hold-release-entry';
import type { Tx } from '../db/db.ts';
import { recordEntries } from '../ledger/record-entries.ts';
import { lockLiveBets, writeDecided } from './decided-live-bets.ts';

/** A pending bet that no block can contain any more. */
export interface FailedBet {
  readonly betId: string;
  readonly failure: BetFailure;
}

/**
 * Fails pending bets that can never be placed: a final block after their acceptance expired does not contain them. The
 * pool's hold for them is released, and they no longer count in the market or toward the bettor's cap. Bets that were
 * decided before are skipped.
 *
 * @returns the ids of the bets that failed now
 * @throws Error if one was never accepted
 */
export async function failLiveBets(tx: Tx, { failed }: { failed: readonly FailedBet[] }): Promise<string[]> {
  if (failed.length === 0) return [];
  const failures = new Map(failed.map(({ betId, failure }) => [betId, failure]));
  const bets = await lockLiveBets(tx, [...failures.keys()]);
  const pending = bets.filter(({ state }) => state === 'pending');
  if (pending.length === 0) return [];
  await recordEntries(
    tx,
    pending.map(({ id, marketId, payout }) => ({
      key: `hold-release:${id}`,
      entry: holdReleaseEntry({ marketId, payout }),
    })),
  );
  await writeDecided(
    tx,
    pending.map(({ id }) => ({ id, state: 'failed', failure: failures.get(id) ?? 'not-included' })),
  );
  return pending.map(({ id }) => id);
}

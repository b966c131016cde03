import type { Tx } from '@tallystone/api/db/db.ts';
import { gatherPool, lockPool } from '@tallystone/api/ledger/lock-pool.ts';
import { sliceOf } from '@tallystone/api/ledger/pool-slices.ts';
import { recordEntries } from '@tallystone/api/ledger/record-entries.ts';
import { holdEntry } from '@tallystone/core/ledger/hold-entry';
import { type MicroUsdc, ZERO_USDC } from '@tallystone/core/money/micro-usdc';

/** Holds the payout of a live bet that a test writes itself. @returns the id of the entry */
export async function holdPayout(
  tx: Tx,
  { marketId, betId, payout }: { marketId: string; betId: string; payout: MicroUsdc },
): Promise<string> {
  const slice = { slot: sliceOf(marketId), amount: payout };
  await gatherPool(tx, await lockPool(tx), { row: ZERO_USDC, slice });
  const key = `hold:${betId}`;
  const made = await recordEntries(tx, [{ key, entry: holdEntry({ marketId, payout }) }]);
  const id = made.get(key);
  if (id === undefined) throw new Error(`no hold was recorded for ${betId}`);
  return id;
}

import { poolFundingEntry } from '@tallystone/core/ledger/pool-funding-entry';
import { microUsdc } from '@tallystone/core/money/micro-usdc';
import { sql } from 'drizzle-orm';
import { takeAdvisoryLock } from '../db/advisory-lock.ts';
import type { Tx } from '../db/db.ts';
import { rows } from '../db/rows.ts';
import { recordEntries } from '../ledger/record-entries.ts';

const FUNDING = microUsdc(10_000_000_000_000n);
const LOW = microUsdc(1_000_000_000_000n);

/**
 * Gives the house its practice money: 10,000,000.00 from the faucet at first, and again whenever less than
 * a tenth of that is left in the pool, so that a demo left running for weeks still opens markets.
 */
export async function fundPool(tx: Tx): Promise<void> {
  await takeAdvisoryLock(tx, 'pool-funding');
  const [state] = await rows<{ balance: string; fundings: number }>(
    tx,
    sql`
      select (select balance::text from accounts where kind = 'pool') as balance,
        (select count(*)::int from entries where kind = 'pool-funding') as fundings`,
  );
  if (!state) throw new Error('expected a pool account');
  if (state.fundings > 0 && BigInt(state.balance) >= LOW) return;
  await recordEntries(tx, [
    { key: `pool-funding:${state.fundings + 1}`, entry: poolFundingEntry({ amount: FUNDING }) },
  ]);
}

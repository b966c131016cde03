import { poolFundingEntry } from '@tallystone/core/ledger/pool-funding-entry';
import { type MicroUsdc, microUsdc, ZERO_USDC } from '@tallystone/core/money/micro-usdc';
import { sql } from 'drizzle-orm';
import type { Tx } from '../db/db.ts';
import { takeLock } from '../db/named-lock.ts';
import { col, row } from '../db/rows.ts';
import { poolBalance } from '../ledger/pool-slices.ts';
import { recordEntries } from '../ledger/record-entries.ts';

const FUNDING = microUsdc(10_000_000_000_000n);
const LOW = microUsdc(1_000_000_000_000n);

/**
 * Gives the house its practice money: 10,000,000.00 from the faucet at first, and again whenever the pool has less than a
 * tenth of that, so that a demo that runs for weeks still opens markets.
 *
 * @param needed micro-USDC about to be taken from the pool, so that it never runs short
 */
export async function fundPool(tx: Tx, needed: MicroUsdc = ZERO_USDC): Promise<void> {
  await takeLock(tx, 'pool-funding');
  const { balance, fundings } = await row(
    tx,
    { balance: col.usdc, fundings: col.number },
    sql`
      select ${poolBalance} as balance,
        (select count(*)::int from entries where kind = 'pool-funding') as fundings`,
  );
  const missing = needed + LOW - balance;
  if (fundings > 0 && missing <= 0n) return;
  const times = missing > FUNDING ? (missing + FUNDING - 1n) / FUNDING : 1n;
  const entry = poolFundingEntry({ amount: microUsdc(FUNDING * times) });
  await recordEntries(tx, [{ key: `pool-funding:${fundings + 1}`, entry }]);
}

import { capLeftOf } from '@tallystone/core/betting/decide-bet';
import type { WireLimits } from '@tallystone/core/http-api';
import { nextUtcDay } from '@tallystone/core/identity/daily-stake-cap';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import type { Db } from '../db/db.ts';
import { getFunds } from './funds-store.ts';

/** What a user may still stake today, and from what funds. */
export async function limits(
  db: Db,
  { userId, mode }: { userId: string; mode: 'demo' | 'live' },
): Promise<WireLimits> {
  const found = await getFunds(db, { userId, mode });
  if (found === null) throw new Error(`user ${userId} has a session and no row`);
  const { funds, now } = found;
  return {
    dailyStakeCap: usdcToNumber(funds.dailyStakeCap),
    usedToday: usdcToNumber(funds.stakedToday),
    capLeft: usdcToNumber(capLeftOf(funds)),
    resetsAt: nextUtcDay(now).toISOString(),
    balance: usdcToNumber(funds.balance),
    givenCap: usdcToNumber(funds.dailyStakeCap),
    ownCap: null,
  };
}

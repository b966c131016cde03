import { capLeftOf } from '@tallystone/core/betting/decide-bet';
import type { WireLimits } from '@tallystone/core/http-api/account';
import { nextUtcDay } from '@tallystone/core/identity/daily-stake-cap';
import type { MicroUsdc } from '@tallystone/core/money/micro-usdc';
import { usdcToNumber } from '@tallystone/core/money/usdc-number';
import type { Db } from '../db/db.ts';
import { getFunds } from './get-funds.ts';

/** What a user may still stake today, the user's funds, and the user's own limits. */
export async function limits(
  db: Db,
  { userId, mode }: { userId: string; mode: 'demo' | 'live' },
): Promise<WireLimits> {
  const found = await getFunds(db, { userId, mode });
  if (found === null) throw new Error(`user ${userId} has a session and no row`);
  const { funds, now, givenCap, own } = found;
  const cap = (amount: MicroUsdc | null) => (amount === null ? null : usdcToNumber(amount));
  return {
    dailyStakeCap: usdcToNumber(funds.dailyStakeCap),
    usedToday: usdcToNumber(funds.stakedToday),
    capLeft: usdcToNumber(capLeftOf(funds)),
    resetsAt: nextUtcDay(now).toISOString(),
    balance: usdcToNumber(funds.balance),
    givenCap: usdcToNumber(givenCap),
    ownCap: cap(own.ownCap),
    ...(own.next !== null && { nextCap: { cap: cap(own.next.cap), from: own.next.from.toISOString() } }),
    ...(own.blocked !== null && {
      blocked: { kind: own.blocked.kind, until: own.blocked.until.toISOString() },
    }),
  };
}

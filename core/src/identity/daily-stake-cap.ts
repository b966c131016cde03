import { type MicroUsdc, microUsdc } from '../money/micro-usdc.ts';
import type { KycLevel } from './kyc-level.ts';

const DAY_MS = 86_400_000;

const DEMO_CAP = microUsdc(1_000_000_000n);

const CAP_BY_LEVEL: Readonly<Record<KycLevel, MicroUsdc>> = {
  0: microUsdc(100_000_000n),
  1: microUsdc(1_000_000_000n),
  2: microUsdc(10_000_000_000n),
};

/**
 * The most a user may stake in one UTC day: the user's own override, else the level's setting, else the mode's
 * default.
 *
 * @param level the effective KYC level
 * @param override micro-USDC set for this user alone, or null
 * @param ofLevel micro-USDC set for all users of the level, or null
 * @returns micro-USDC
 * @see docs/design/fixed-values.md#access
 */
export function dailyStakeCap(user: {
  mode: 'demo' | 'live';
  level: KycLevel;
  override: MicroUsdc | null;
  ofLevel?: MicroUsdc | null;
}): MicroUsdc {
  if (user.override !== null) return user.override;
  if (user.ofLevel != null) return user.ofLevel;
  return user.mode === 'demo' ? DEMO_CAP : CAP_BY_LEVEL[user.level];
}

/** The UTC midnight that started the day of `now`: stakes since then count towards the cap. */
export function startOfUtcDay(now: Date): Date {
  return new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);
}

/** The UTC midnight that ends the day of `now`: the cap starts over. */
export function nextUtcDay(now: Date): Date {
  return new Date(startOfUtcDay(now).getTime() + DAY_MS);
}

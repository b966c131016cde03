import type { BettorFunds } from '@tallystone/core/betting/decide-bet';
import { microUsdc } from '@tallystone/core/money/micro-usdc';

const PLENTY = microUsdc(10n ** 15n);

/** A bettor whom neither funds nor caps hold back, where the market alone is looked at. */
export const RICH: BettorFunds = {
  balance: PLENTY,
  stakedToday: microUsdc(0n),
  dailyStakeCap: PLENTY,
  blockedUntil: null,
};

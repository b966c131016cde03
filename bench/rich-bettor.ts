import type { BettorFunds } from '@tallystone/core/betting/decide-bet';
import { microUsdc } from '@tallystone/core/money/micro-usdc';

const PLENTY = microUsdc(10n ** 15n);

/** A bettor whose funds and caps never limit a bet, for proofs that are only about the market. */
export const RICH: BettorFunds = {
  balance: PLENTY,
  stakedToday: microUsdc(0n),
  dailyStakeCap: PLENTY,
  blockedUntil: null,
};

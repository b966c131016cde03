import type { BettingReason } from '@tallystone/core/http-api/health';
import { type Repeated, repeat } from '../rounds/repeat.ts';
import type { BettingHealth } from './betting-health.ts';

const EVERY_MS = 10_000;

/**
 * Checks every few seconds whether bets would be taken, even if no monitor asks.
 *
 * @param onChange called when the reasons change; at first there are none
 */
export function watchBetting({
  health,
  onChange,
  onError,
  everyMs = EVERY_MS,
}: {
  health: BettingHealth;
  onChange(reasons: readonly BettingReason[]): void;
  onError(error: unknown): void;
  everyMs?: number;
}): Repeated {
  let reported = '';
  return repeat({
    everyMs,
    onError,
    async work() {
      const reasons = await health.reasons();
      // The sentences contain running numbers, so only the kinds are compared.
      const kinds = reasons.map(({ kind, stops }) => `${kind} ${stops}`).join();
      if (kinds === reported) return;
      reported = kinds;
      onChange(reasons);
    },
  });
}

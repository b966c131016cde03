import type { BettingReason } from '@tallystone/core/http-api/health';
import { type Repeated, repeat } from '../rounds/repeat.ts';
import type { BettingHealth } from './betting-health.ts';

const EVERY_MS = 10_000;

/**
 * Looks every few seconds whether bets would be taken, also where no monitor asks.
 *
 * @param onChange hears when the reasons are others than before; at first there are none
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
  let told = '';
  return repeat({
    everyMs,
    onError,
    async work() {
      const reasons = await health.reasons();
      // Their sentences count on: only what they are of is news.
      const kinds = reasons.map(({ kind, stops }) => `${kind} ${stops}`).join();
      if (kinds === told) return;
      told = kinds;
      onChange(reasons);
    },
  });
}

import { type MicroUsdc, ZERO_USDC } from '../money/micro-usdc.ts';
import { type ComboLeg, comboReturn } from './combo-odds.ts';

/** How a combo ends, and what its bettor gets, micro-USDC. */
export interface ComboEnd {
  readonly kind: 'payout' | 'refund' | 'loss';
  readonly paid: MicroUsdc;
}

/**
 * A combo ends at once when a leg loses, and otherwise when its last leg ends. Its stake comes back if every leg is void.
 *
 * @returns null while it is open
 */
export function settleCombo(combo: { stake: MicroUsdc; legs: readonly ComboLeg[] }): ComboEnd | null {
  const results = combo.legs.map(({ result }) => result);
  if (results.includes('lost')) return { kind: 'loss', paid: ZERO_USDC };
  if (results.includes(null)) return null;
  const isVoid = results.every((result) => result === 'void');
  return { kind: isVoid ? 'refund' : 'payout', paid: comboReturn(combo) };
}

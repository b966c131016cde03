import { parseAmount } from './parse-amount.ts';

/** The amount field's text after Up or Down: some whole dollars more or less, not below zero. Junk stays unchanged. */
export function stepAmount(typed: string, dollars: number): string {
  const amount = parseAmount(typed);
  if (amount.kind === 'junk') return typed;
  const cents = amount.kind === 'nothing' ? 0 : Math.round(amount.value * 100);
  const next = Math.min(Math.max(cents + dollars * 100, 0), 99_999_999_999);
  return next === 0 ? '' : String(next / 100);
}

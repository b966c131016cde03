import { useMemo, useSyncExternalStore } from 'react';
import { localStore } from '../data/local-store.ts';
import { otherTabs } from '../signals/listen-to.ts';
import { signal } from '../signals/signal.ts';

/**
 * How far below the odds on the screen a bet may be filled: as far as the server suggests, not at all, or by at most
 * `percent` of the odds.
 */
export type PriceProtection = { kind: 'auto' } | { kind: 'exact' } | { kind: 'own'; percent: number };

export const AUTO: PriceProtection = { kind: 'auto' };
/** What "own" starts with. */
export const INITIAL_PERCENT = 2;
/** Odds below half of those on the screen aren't what the bettor saw. */
const LARGEST_PERCENT = 50;

const LOWEST_ODDS = 1.01;
const STORAGE_KEY = 'tallystone.protection';
const changed = signal(otherTabs);

/** Reads what the bettor last chose on this device; `auto` if nothing. */
export function usePriceProtection(): [PriceProtection, (chosen: PriceProtection) => void] {
  const stored = useSyncExternalStore(changed.subscribe, () => localStore.read(STORAGE_KEY));
  const protection = useMemo(() => parseProtection(stored), [stored]);
  return [protection, choose];
}

function choose(chosen: PriceProtection): void {
  localStore.write(STORAGE_KEY, chosen.kind === 'own' ? String(chosen.percent) : chosen.kind);
  changed.emit();
}

/** The stored form: `exact`, a percentage, or anything else for `auto`. */
export function parseProtection(stored: string | null): PriceProtection {
  if (stored === 'exact') return { kind: 'exact' };
  const percent = stored === null ? null : parsePercent(stored);
  return percent === null ? AUTO : { kind: 'own', percent };
}

/** Reads a typed percentage with at most one decimal, above 0 and up to `LARGEST_PERCENT`; null for anything else. */
export function parsePercent(typed: string): number | null {
  const bare = typed.trim().replace(/\s*%$/, '').replace(',', '.');
  if (!/^\d{1,2}(\.\d)?$/.test(bare)) return null;
  const percent = Number(bare);
  return percent > 0 && percent <= LARGEST_PERCENT ? percent : null;
}

/**
 * The lowest odds that the bettor accepts for a quote.
 *
 * @param quote.minOdds what the server suggests; absent where a bet is filled at exactly the signed odds
 * @returns decimal odds with two decimals, from 1.01 to `quote.odds`
 */
export function leastOdds(
  protection: PriceProtection,
  { odds, minOdds }: { odds: number; minOdds?: number | undefined },
): number {
  if (minOdds === undefined || protection.kind === 'exact') return odds;
  if (protection.kind === 'auto') return Math.min(minOdds, odds);
  return lowered(odds, 1 - protection.percent / 100);
}

/** A share of the odds, rounded down to two decimals and not below 1.01. */
export function lowered(odds: number, share: number): number {
  // A millionth of a cent only corrects floating-point error.
  const cents = Math.floor(Math.round(odds * 100) * share + 1e-6);
  return Math.min(odds, Math.max(LOWEST_ODDS, cents / 100));
}
